#pragma once
#define ZLIB_CONST
#include <zlib.h>

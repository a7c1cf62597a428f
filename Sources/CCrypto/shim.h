#pragma once
#include <openssl/evp.h>
#include <openssl/err.h>
#include <openssl/bio.h>
#include <openssl/pem.h>

// Doors for macros, which Swift does not see. No logic, no defaults.

static inline long crypto_bio_memory(BIO *bio, char **start) {
    return BIO_get_mem_data(bio, start);
}

static inline BIO *crypto_bio_over(const void *bytes, int count) {
    return BIO_new_mem_buf(bytes, count);
}

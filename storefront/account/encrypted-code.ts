import { sha1 } from '@noble/hashes/legacy.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * The hash of a code, as it is sent and stored as `encrypted_code`. The specification prescribes SHA-1, so it
 * protects nothing.
 */
export const encryptedCode = (salt: string, code: string) =>
  btoa(String.fromCharCode(...sha1(utf8ToBytes(salt + code))))

import { sha1 } from '@noble/hashes/legacy.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/** The form in which a code is sent and stored as `encrypted_code`. The specification names SHA-1; it hides nothing. */
export const encryptedCode = (salt: string, code: string) =>
  btoa(String.fromCharCode(...sha1(utf8ToBytes(salt + code))))

/**
 * The characters of the bytes 0x80 to 0x9F in Windows-1252. Five of them are undefined and stay control characters,
 * which no text may contain. `TextDecoder` is not used, because many versions of Node decode it as Latin-1.
 */
export const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

export function decodeWindows1252(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes)
    text += byte >= 0x80 && byte <= 0x9f ? WINDOWS_1252[byte - 0x80] : String.fromCharCode(byte)
  return text
}

/** Selects the code and copies it, also without https. Returns whether the browser allowed it. */
export function copyCode(shown: HTMLElement): boolean {
  getSelection()?.selectAllChildren(shown)
  // The newer API needs https.
  // oxlint-disable-next-line typescript/no-deprecated
  return document.execCommand('copy')
}

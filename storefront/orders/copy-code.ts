/** Selects the code and copies it, also without https. Returns whether the browser allowed it. */
export function copyCode(codeElement: HTMLElement): boolean {
  getSelection()?.selectAllChildren(codeElement)
  // The newer API needs https.
  // oxlint-disable-next-line typescript/no-deprecated
  return document.execCommand('copy')
}

/** Selects the code and copies it, also without https. Returns whether the browser allowed it. */
export function copyCode(shown: HTMLElement): boolean {
  getSelection()?.selectAllChildren(shown)
  // The newer way is there with https alone.
  // oxlint-disable-next-line typescript/no-deprecated
  return document.execCommand('copy')
}

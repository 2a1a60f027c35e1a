/** Marks it, and copies what is marked, also where there is no https: whether the browser let us. */
export function copyCode(shown: HTMLElement): boolean {
  getSelection()?.selectAllChildren(shown)
  // The newer way is there with https alone.
  // oxlint-disable-next-line typescript/no-deprecated
  return document.execCommand('copy')
}

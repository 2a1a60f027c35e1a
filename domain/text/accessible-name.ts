/**
 * The accessible name of a control with visible text. It contains the visible text (WCAG 2.5.3), so that speech
 * control works, and the longer name that distinguishes the control. Editors write the two texts independently.
 */
export function accessibleName(visibleText: string, name: string): string {
  const normalizedText = normalize(visibleText)
  return normalizedText === '' || ` ${normalize(name)} `.includes(` ${normalizedText} `)
    ? name
    : `${visibleText}: ${name}`
}

const normalize = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The minimum number of line breaks before and after an element. */
const BREAKS: Record<string, [before: number, after: number]> = {
  p: [2, 2],
  h1: [3, 2],
  h2: [3, 2],
  td: [1, 1],
  div: [1, 1],
  table: [2, 2],
}
/** Lines that belong together, such as those of an address, have a single line break between them. */
const LINE_BREAKS: [number, number] = [1, 1]

const TOKEN = /<![^<>]*>|<(\/?)([a-z0-9]+)(?![a-z0-9])([^<>]*)>|([^<]+)/g
const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}
const unescaped = (text: string) =>
  text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity)
const attribute = (attributes: string, name: string) =>
  unescaped(new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1] ?? '')

/**
 * Converts the HTML of `mail-blocks.tsx` to the text part of a mail. A general library would take half of the time that
 * a mail needs.
 */
export function plainText(html: string): string {
  let text = ''
  /** Line breaks to write before the next word. */
  let breaks = 0
  let space = false
  const open: { name: string; after: number; href: string; from: number }[] = []
  /** The number of open elements that are left out of the text. */
  let hidden = 0

  const append = (part: string) => {
    if (text !== '' && breaks > 0) text += '\n'.repeat(breaks)
    else if (space && text !== '') text += ' '
    breaks = 0
    space = false
    text += part
  }

  for (const [, closing, name = '', attributes = '', content] of html.matchAll(TOKEN)) {
    if (content !== undefined) {
      if (hidden > 0) continue
      // A non-breaking space holds an amount together, so it is not collapsed.
      const plain = unescaped(content).replace(/[ \t\r\n]+/g, ' ')
      if (plain.startsWith(' ')) space = true
      if (plain.trim() !== '') append(plain.replace(/^ | $/g, ''))
      if (plain.endsWith(' ')) space = true
    } else if (closing === '/') {
      const element = open.pop()
      if (hidden > 0) hidden -= 1
      else if (element) {
        const link = element.href
        if (link !== '' && text.slice(element.from).trim() !== link)
          append(` ${link}`.slice(space ? 1 : 0))
        breaks = Math.max(breaks, element.after)
      }
    } else if (name === 'br') {
      if (hidden === 0) breaks += 1
    } else if (name !== '' && name !== 'img' && name !== 'meta' && name !== 'link') {
      const [before, after] = attributes.includes('class="line')
        ? LINE_BREAKS
        : (BREAKS[name] ?? [0, 0])
      if (hidden > 0 || name === 'head' || attributes.includes('data-skip-in-text')) hidden += 1
      else breaks = Math.max(breaks, before)
      const href = name === 'a' ? attribute(attributes, 'href') : ''
      open.push({ name, after, href, from: text.length })
    }
  }
  return text
}

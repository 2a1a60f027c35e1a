import sanitizeHtml from 'sanitize-html'

/** Only pictures of the shop's own store, because an external picture would reveal the reader to a third party. */
const OWN_IMAGE = /^\/images\//

const TAGS = `
  h2 h3 h4 h5 h6 p br hr blockquote div span strong b em i u s small sub sup abbr mark code
  ul ol li dl dt dd a img figure figcaption address details summary
  table caption thead tbody tfoot tr th td`
  .trim()
  .split(/\s+/)

const rules: sanitizeHtml.IOptions = {
  allowedTags: TAGS,
  allowedAttributes: {
    '*': ['lang', 'dir', 'id'],
    a: ['href', 'target', 'rel', 'title'],
    img: ['src', 'alt', 'width', 'height'],
    abbr: ['title'],
    ol: ['start'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    // The page that shows the text has the only h1.
    h1: 'h2',
    // A page opened in a new tab must not be able to steer this one.
    a: (tagName, attribs) => ({
      tagName,
      attribs: attribs['target'] ? { ...attribs, rel: 'noopener noreferrer' } : attribs,
    }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !OWN_IMAGE.test(attribs['src'] ?? ''),
}

/** The allowed part of the HTML, and what was removed from it. */
export function cleanHtml(html: string) {
  const clean = sanitizeHtml(html, rules).trim()
  return { clean, removed: missingItems(listMarkup(html, {}), listMarkup(clean, {})) }
}

/** Every tag and attribute that a parser finds, as a reader would name it. */
export function listMarkup(markup: string, parser: sanitizeHtml.IOptions['parser']) {
  const found: string[] = []
  sanitizeHtml(markup, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    ...(parser ? { parser } : {}),
    onOpenTag(name, attribs) {
      found.push(`<${name}>`)
      for (const [attribute, value] of Object.entries(attribs))
        if (attribute !== 'rel') found.push(`${attribute}="${value}" of <${name}>`)
    },
  })
  return found
}

export function missingItems(before: string[], after: string[]) {
  const remaining = [...after]
  return before.filter((item) => {
    const index = remaining.indexOf(item)
    if (index >= 0) remaining.splice(index, 1)
    return index < 0
  })
}

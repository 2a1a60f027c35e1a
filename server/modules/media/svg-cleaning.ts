import sanitizeHtml from 'sanitize-html'

import { listMarkup, missingItems } from '#server/platform/parsing/html-cleaning.ts'

const parser = { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false }

/** Elements for shapes and texts. Links, nested images, animations, styles and foreign markup are not allowed. */
const ALLOWED_TAGS = `
  svg g defs symbol use title desc marker switch
  path rect circle ellipse line polyline polygon text tspan
  linearGradient radialGradient stop pattern clipPath mask
  filter feBlend feColorMatrix feComponentTransfer feComposite feDisplacementMap feDropShadow feFlood
  feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feOffset feTurbulence`
  .trim()
  .split(/\s+/)

/** Values that refer to something outside the image, or to a script, in any attribute. */
const EXTERNAL_VALUE = /url\s*\(\s*['"]?\s*(?!#|['"]?#)|@import|expression|javascript:|\\/i
const isReference = (attribute: string) => /^(xlink:)?href$/i.test(attribute)

const rules: sanitizeHtml.IOptions = {
  parser,
  allowedTags: ALLOWED_TAGS,
  // All attributes: `isAllowed` filters them.
  allowedAttributes: false,
  allowedSchemes: [],
  parseStyleAttributes: false,
  disallowedTagsMode: 'completelyDiscard',
  transformTags: {
    '*': (tagName, attribs) => ({
      tagName,
      attribs: Object.fromEntries(
        Object.entries(attribs).filter(([attribute, value]) => isAllowed(attribute, value)),
      ),
    }),
  },
}

function isAllowed(attribute: string, value: string) {
  // All event handlers start with 'on', and no other attribute does.
  if (/^on/i.test(attribute) || /^xml:base$/i.test(attribute)) return false
  if (isReference(attribute)) return value.trim().startsWith('#')
  return !EXTERNAL_VALUE.test(value)
}

/** Returns the image without scripts and external references, and what was removed. */
export function cleanSvg(source: string) {
  const clean = `${sanitizeHtml(source, rules).trim()}\n`
  return { clean, removed: missingItems(listMarkup(source, parser), listMarkup(clean, parser)) }
}

import dutch from '#storefront/preview/messages/nl.json' with { type: 'json' }
import english from '#storefront/preview/messages/en.json' with { type: 'json' }
import german from '#storefront/preview/messages/de.json' with { type: 'json' }

type PreviewTexts = typeof english

/** Texts for staff in a preview, in their back office language. Holders never see them. */
export const previewTexts = (language: string): PreviewTexts => texts[language] ?? english

const texts: Readonly<Record<string, PreviewTexts>> = { nl: dutch, de: german }

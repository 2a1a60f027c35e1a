import dutch from '#storefront/impersonation/messages/nl.json' with { type: 'json' }
import english from '#storefront/impersonation/messages/en.json' with { type: 'json' }
import german from '#storefront/impersonation/messages/de.json' with { type: 'json' }

type ImpersonationTexts = typeof english

/** Texts for staff, in their back office language. Holders never see them. */
export const impersonationTexts = (language: string): ImpersonationTexts =>
  texts[language] ?? english

const texts: Readonly<Record<string, ImpersonationTexts>> = { nl: dutch, de: german }

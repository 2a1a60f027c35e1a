import type { CorporateIdentity } from '#contract/sessions/session.ts'
import type { Language } from '#domain/language.ts'

/** What the logo shows, in the words of its channel or of the library; '' where nobody said. */
export const logoAlt = (identity: CorporateIdentity | undefined, language: Language): string =>
  identity?.logo_alt?.[language] ?? ''

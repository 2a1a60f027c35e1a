import type { CorporateIdentity } from '#contract/sessions/session.ts'
import type { Language } from '#domain/language.ts'

/** The alternative text of the logo, from the channel or the picture library. '' without one. */
export const logoAlt = (identity: CorporateIdentity | undefined, language: Language): string =>
  identity?.logo_alt?.[language] ?? ''

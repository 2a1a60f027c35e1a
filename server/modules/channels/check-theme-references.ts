import { THEME_REFERENCES } from '#domain/channels/theme.ts'

import { findNearestName } from '#server/platform/parsing/nearest-name.ts'

/** The warning for a theme reference that no page of this shop uses. It is stored, because a newer shop may use it. */
export function unknownReference(reference: string): string | undefined {
  const known = Object.keys(THEME_REFERENCES)
  if (known.includes(reference)) return undefined
  const suggestion = findNearestName(reference, known)
  const hint = suggestion ? `did you mean '${suggestion}'?` : `available: ${known.join(', ')}`
  return `no page uses '${reference}' of the theme: ${hint}`
}

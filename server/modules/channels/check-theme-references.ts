import { THEME_REFERENCES } from '#domain/channels/theme.ts'

import { nearestName } from '#server/platform/parsing/nearest-name.ts'

/** What to say of a reference that no page of this shop is drawn with; one of a newer shop may be kept nevertheless. */
export function unknownReference(reference: string): string | undefined {
  const known = Object.keys(THEME_REFERENCES)
  if (known.includes(reference)) return undefined
  const meant = nearestName(reference, known)
  const hint = meant ? `did you mean '${meant}'?` : `there is ${known.join(', ')}`
  return `no page takes the theme's '${reference}': ${hint}`
}

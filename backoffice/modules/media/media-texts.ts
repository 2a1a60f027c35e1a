import type { Translate } from '#backoffice/i18n/translator.tsx'
import type { MediaItem } from '#contract/media.staff.ts'

const MEGABYTE = 1_000_000
const KILOBYTE = 1000

export function sizeOf(bytes: number): string {
  return bytes >= MEGABYTE
    ? `${(bytes / MEGABYTE).toFixed(1)} MB`
    : `${Math.ceil(bytes / KILOBYTE)} kB`
}

export function usesText(t: Translate, uses: number): string {
  return uses === 0 ? t('media.nowhere') : t('media.usesCount', { count: uses })
}

/** How complete the alt texts are. */
export function textState({
  decoration,
  languages,
  wordless,
}: Pick<MediaItem, 'decoration' | 'languages' | 'wordless'>) {
  if (decoration) return 'decoration'
  if (languages.length === 0) return wordless ? 'none' : 'beside'
  return languages.length < 4 ? 'some' : 'all'
}

import { useQuery } from '@tanstack/react-query'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import css from '#backoffice/modules/media/UseAltTexts.module.css'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { type Translate, useTranslate } from '#backoffice/i18n/translator.tsx'
import {
  allLanguages,
  fallbackOrder,
  type Language,
  pickText,
  type Texts,
} from '#domain/language.ts'
import { hasPicture } from '#ui/lib/image-address.ts'

/** The alt texts of one use of an image. */
type Alts = Readonly<Partial<Record<Language, string>>>

type UseAltTextsProps = {
  /** The picture's own name in the form. */
  label: string
  file: string
  alts: Alts
  languages?: readonly Language[]
  defaultLanguage?: Language | undefined
  /** Whether the user may see the image library. */
  seesLibrary?: boolean
  /** The fallback text if no alt text exists: the gift's name, by language. */
  beside?: Texts
  /** The anchor of one of these fields, without its language. */
  anchor?: string
  readOnly: boolean
  write: (alts: Alts) => void
}

/**
 * Alt texts of an image in one place, by language. An empty field shows the fallback text, faded, and its
 * source: another language of this place, or the image library.
 */
export function UseAltTexts(props: UseAltTextsProps) {
  const {
    label,
    file,
    alts,
    languages = allLanguages,
    defaultLanguage,
    seesLibrary = true,
    beside,
    anchor,
    readOnly,
    write,
  } = props
  const t = useTranslate()
  const library = useLibraryAlts(file, seesLibrary)
  if (!hasPicture(file)) return null
  return (
    <div className={css.alts} role="group" aria-label={`${label}: ${t('alternative')}`}>
      {languages.map((language) => {
        const own = alts[language] ?? ''
        const order = fallbackOrder(language, defaultLanguage)
        const shown = shownAltText({ alts, library, order })
        return (
          <FormField
            key={language}
            label={t('media.altIn', { language: t(`in.${language}`) })}
            lang={language}
            data-anchor={anchor === undefined ? undefined : `${anchor}-${language}`}
            maxLength={1000}
            readOnly={readOnly}
            value={own}
            placeholder={shown?.text ?? pickText(beside ?? {}, order)?.text ?? ''}
            hint={own === '' ? sourceOf(t, shown, beside) : undefined}
            onChange={({ target }) => {
              const { [language]: _, ...rest } = alts
              write(target.value === '' ? rest : { ...rest, [language]: target.value })
            }}
          />
        )
      })}
    </div>
  )
}

type ShownAlt = { text: string; language: Language; isFromLibrary: boolean }

/** The same fallback as in the shop: for each language the text of this place, then the text of the library. */
export function shownAltText({
  alts,
  library,
  order,
}: {
  alts: Texts
  library: Texts
  order: readonly Language[]
}): ShownAlt | undefined {
  for (const language of order) {
    const ownText = alts[language]
    if (ownText) return { text: ownText, language, isFromLibrary: false }
    const libraryText = library[language]
    if (libraryText) return { text: libraryText, language, isFromLibrary: true }
  }
  return undefined
}

export const sourceOf = (t: Translate, shown: ShownAlt | undefined, beside?: Texts): string => {
  if (!shown) return t(beside === undefined ? 'media.readsNothing' : 'media.readsName')
  const language = t(`in.${shown.language}`)
  return t(shown.isFromLibrary ? 'media.readsLibrary' : 'media.readsHere', { language })
}

const NO_TEXTS: Texts = {}

/** The library's alt texts of an image; empty for a decorative image, or without permission. */
export function useLibraryAlts(file: string, isEnabled: boolean): Texts {
  const { data } = useQuery({
    ...staffQuery('picture', { hash: file.slice(0, 32) }),
    enabled: isEnabled && /^[0-9a-f]{32}\./.test(file),
  })
  return data && !data.decoration ? data.texts : NO_TEXTS
}

import { useQuery } from '@tanstack/react-query'

import { callBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import type { Gift, GiftPart } from '#backoffice/modules/catalog/gifts/use-gift-save.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { eachGiftText, GIFT_TEXT_NAMES, type GiftText } from '#domain/catalog/gift-texts.ts'
import type { Language } from '#domain/language.ts'

type PageTexts = Record<GiftText, string>
/** A language of a channel: `1014 nl`. */
type Place = `${string} ${Language}`
/** A text of it: `1014 nl name`. */
type TextField = `${Place} ${GiftText}`
type TextValues = Record<TextField, string | undefined>

const splitPlace = (place: Place) => place.split(' ') as [channel: string, language: Language]
const placeOf = (field: string) => field.split(' ').slice(0, 2).join(' ') as Place
const textOf = (gift: Gift, place: Place) => {
  const [channel, language] = splitPlace(place)
  return gift.texts.find((text) => text.channel === channel && text.language === language)
}

/** The stored texts of all places, without the empty ones. */
const storedTexts = (gift: Gift): TextValues =>
  Object.fromEntries(
    gift.texts.flatMap((text) =>
      GIFT_TEXT_NAMES.flatMap((name) =>
        text[name] ? [[`${text.channel} ${text.language} ${name}`, text[name]]] : [],
      ),
    ),
  )

/**
 * The texts as typed until they are saved, each language of a channel on its own. If someone else has saved another
 * text since, the user chooses.
 */
export function useGiftTexts(gift: Gift, me: string, open: (place: Place) => void) {
  const t = useTranslate()
  const stored = storedTexts(gift)
  const { values, type, clear, conflict } = useDraft(`${me}.gift.${gift.id}.texts`, stored)
  const typed = (Object.keys(values) as TextField[]).filter(
    (field) => values[field] !== (stored[field] ?? ''),
  )
  const places = [...new Set(typed.map(placeOf))]
  const typedIn = (place: Place) =>
    Object.fromEntries(
      GIFT_TEXT_NAMES.filter((name) => typed.includes(`${place} ${name}`)).map((name) => [
        name,
        values[`${place} ${name}`] ?? '',
      ]),
    )
  const conflictIn = (place: Place) => conflict.fields.filter((field) => placeOf(field) === place)
  const partOf = useTextPart(gift, open)
  return {
    valueOf: (place: Place, name: GiftText): string => values[`${place} ${name}`] ?? '',
    type: (place: Place, texts: Partial<PageTexts>) => {
      const part: TextValues = {}
      for (const name of GIFT_TEXT_NAMES) {
        const field = `${place} ${name}` as const
        const text = texts[name]
        if (text !== undefined) part[field] = text === (stored[field] ?? '') ? undefined : text
      }
      type(part)
    },
    isChanged: (place: Place) => places.includes(place),
    stored: (place: Place): PageTexts => eachGiftText((name) => stored[`${place} ${name}`] ?? ''),
    conflict,
    /** The texts of the place with input that someone else has changed since. */
    conflictIn: (place: Place) =>
      GIFT_TEXT_NAMES.filter((name) => conflictIn(place).includes(`${place} ${name}`)),
    parts: places.map((place) => ({
      ...partOf(place, typedIn(place)),
      issue: conflictIn(place).length > 0 ? t('changedByOtherShort') : null,
      clear: () => clear(GIFT_TEXT_NAMES.map((name) => `${place} ${name}`)),
    })),
  }
}

export type TextsDraft = ReturnType<typeof useGiftTexts>

/** The call for one language of a channel. */
function useTextPart(gift: Gift, open: (place: Place) => void) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('channelNames', {}))
  return (place: Place, texts: Partial<PageTexts>): Omit<GiftPart, 'clear'> => {
    const [channel, language] = splitPlace(place)
    const channelName = data?.items.find(({ id }) => id === channel)?.name ?? channel
    const name = t(`in.${language}`)
    return {
      key: place,
      name:
        channel === gift.owner_channel
          ? t('textsIn', { language: name })
          : t('textsInChannel', { language: name, channel: channelName }),
      anchor: 'texts',
      open: () => open(place),
      send: () =>
        callBackoffice('changeGiftText', {
          id: gift.id,
          channel,
          language,
          version: textOf(gift, place)?.version ?? 0,
          ...texts,
        }),
    }
  }
}

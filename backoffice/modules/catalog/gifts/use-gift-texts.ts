import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

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
type Seen = { version: number; texts: PageTexts }
type TypedTexts = ReturnType<typeof useTypedTexts>

const NOTHING: Record<string, string> = {}
const splitPlace = (place: Place) => place.split(' ') as [channel: string, language: Language]
const keyOf = (place: Place, field: GiftText) => `${place} ${field}`

/** The stored texts of a language of a channel. Version 0: there are none. */
function storedTexts(gift: Gift, place: Place): Seen {
  const [channel, language] = splitPlace(place)
  const found = gift.texts.find((one) => one.channel === channel && one.language === language)
  return { version: found?.version ?? 0, texts: eachGiftText((name) => found?.[name] ?? '') }
}

/** The texts as typed, of every channel and language, and the version that each was typed over. */
function useTypedTexts(gift: Gift, me: string) {
  const draft = useDraft(`${me}.gift.${gift.id}.texts`, NOTHING)
  const [seen, setSeen] = useState<Readonly<Record<Place, Seen>>>({})
  const typedOf = (place: Place) =>
    Object.fromEntries(
      GIFT_TEXT_NAMES.flatMap((field) => {
        const text = draft.values[keyOf(place, field)]
        return text === undefined ? [] : [[field, text] as const]
      }),
    )
  const isChanged = (place: Place) => Object.keys(typedOf(place)).length > 0

  function type(place: Place, texts: Partial<PageTexts>) {
    const stored = storedTexts(gift, place)
    if (!isChanged(place)) setSeen((before) => ({ ...before, [place]: stored }))
    draft.type(
      Object.fromEntries(
        Object.entries(texts).map(([field, text]) => [
          keyOf(place, field as GiftText),
          text === stored.texts[field as GiftText] ? undefined : text,
        ]),
      ),
    )
  }
  const clear = (place: Place) =>
    draft.type(Object.fromEntries(GIFT_TEXT_NAMES.map((field) => [keyOf(place, field), undefined])))
  const places = Object.keys(draft.values).map(
    (key) => key.split(' ').slice(0, 2).join(' ') as Place,
  )
  return {
    typedOf,
    isChanged,
    type,
    clear,
    seenOf: (place: Place) => (isChanged(place) ? seen[place] : undefined),
    places: [...new Set(places)],
  }
}

/**
 * The texts as typed until they are saved. Each language of a channel is saved against the version that it was typed
 * over. If someone else has saved another version since, the user chooses.
 */
export function useGiftTexts(gift: Gift, me: string, open: (place: Place) => void) {
  const t = useTranslate()
  const typed = useTypedTexts(gift, me)
  const { isChanged, seenOf, type, clear, places } = typed
  const stored = (place: Place) => storedTexts(gift, place)
  const moved = (place: Place) => {
    const before = seenOf(place)
    return before !== undefined && before.version !== stored(place).version
  }
  const partOf = useTextPart(gift, typed, open)
  return {
    valueOf: (place: Place, field: GiftText): string =>
      typed.typedOf(place)[field] ?? stored(place).texts[field],
    type,
    clear,
    isChanged,
    stored,
    /** The texts before this input, where someone else has saved others since. */
    conflictIn: (place: Place) => (moved(place) ? (seenOf(place)?.texts ?? null) : null),
    parts: places.map((place) => ({
      ...partOf(place, seenOf(place)?.version ?? stored(place).version),
      issue: moved(place) ? t('writtenMeanwhileShort') : null,
    })),
    /** Saves this input over what someone else saved. */
    overwriting: (place: Place) => partOf(place, stored(place).version),
  }
}

export type TextsDraft = ReturnType<typeof useGiftTexts>

/** The call for one language of a channel, against a version. */
function useTextPart(gift: Gift, { typedOf, clear }: TypedTexts, open: (place: Place) => void) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('channelNames', {}))
  return (place: Place, version: number): GiftPart => {
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
          version,
          ...typedOf(place),
        }),
      clear: () => clear(place),
    }
  }
}

import { useQuery } from '@tanstack/react-query'

import { callBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import type { Gift, GiftPart } from '#backoffice/modules/catalog/gifts/use-gift-save.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { eachGiftText, GIFT_TEXT_NAMES, type GiftText } from '#domain/catalog/gift-texts.ts'
import type { Language } from '#domain/language.ts'

type GiftTextValues = Record<GiftText, string>
/** A language of a channel: `1014 nl`. */
type ChannelLanguage = `${string} ${Language}`
/** A text of it: `1014 nl name`. */
type TextField = `${ChannelLanguage} ${GiftText}`
type TextValues = Record<TextField, string | undefined>

const splitChannelLanguage = (channelLanguage: ChannelLanguage) =>
  channelLanguage.split(' ') as [channel: string, language: Language]
const channelLanguageOf = (field: string) =>
  field.split(' ').slice(0, 2).join(' ') as ChannelLanguage
const textOf = (gift: Gift, channelLanguage: ChannelLanguage) => {
  const [channel, language] = splitChannelLanguage(channelLanguage)
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
 * Unsaved texts. Each language of a channel is saved on its own. If another user has saved the same text since, the
 * user chooses whose version stays.
 */
export function useGiftTexts(
  gift: Gift,
  me: string,
  open: (channelLanguage: ChannelLanguage) => void,
) {
  const t = useTranslate()
  const stored = storedTexts(gift)
  const { values, type, clear, conflict } = useDraft(`${me}.gift.${gift.id}.texts`, stored)
  const changedFields = (Object.keys(values) as TextField[]).filter(
    (field) => values[field] !== (stored[field] ?? ''),
  )
  const channelLanguages = [...new Set(changedFields.map(channelLanguageOf))]
  const changedTexts = (channelLanguage: ChannelLanguage) =>
    Object.fromEntries(
      GIFT_TEXT_NAMES.filter((name) => changedFields.includes(`${channelLanguage} ${name}`)).map(
        (name) => [name, values[`${channelLanguage} ${name}`] ?? ''],
      ),
    )
  const conflictFields = (channelLanguage: ChannelLanguage) =>
    conflict.fields.filter((field) => channelLanguageOf(field) === channelLanguage)
  const textPart = useTextPart(gift, open)
  return {
    valueOf: (channelLanguage: ChannelLanguage, name: GiftText): string =>
      values[`${channelLanguage} ${name}`] ?? '',
    type: (channelLanguage: ChannelLanguage, texts: Partial<GiftTextValues>) => {
      const part: TextValues = {}
      for (const name of GIFT_TEXT_NAMES) {
        const field = `${channelLanguage} ${name}` as const
        const text = texts[name]
        if (text !== undefined) part[field] = text === (stored[field] ?? '') ? undefined : text
      }
      type(part)
    },
    isChanged: (channelLanguage: ChannelLanguage) => channelLanguages.includes(channelLanguage),
    storedIn: (channelLanguage: ChannelLanguage): GiftTextValues =>
      eachGiftText((name) => stored[`${channelLanguage} ${name}`] ?? ''),
    conflict,
    /** The texts of the place with input that someone else has changed since. */
    conflictIn: (channelLanguage: ChannelLanguage) =>
      GIFT_TEXT_NAMES.filter((name) =>
        conflictFields(channelLanguage).includes(`${channelLanguage} ${name}`),
      ),
    parts: channelLanguages.map((channelLanguage) => ({
      ...textPart(channelLanguage, changedTexts(channelLanguage)),
      issue: conflictFields(channelLanguage).length > 0 ? t('changedByOtherShort') : null,
      clear: () => clear(GIFT_TEXT_NAMES.map((name) => `${channelLanguage} ${name}`)),
    })),
  }
}

export type TextsDraft = ReturnType<typeof useGiftTexts>

/** Creates the part of the save bar for one language of a channel. */
function useTextPart(gift: Gift, open: (channelLanguage: ChannelLanguage) => void) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('channelNames', {}))
  return (
    channelLanguage: ChannelLanguage,
    texts: Partial<GiftTextValues>,
  ): Omit<GiftPart, 'clear'> => {
    const [channel, language] = splitChannelLanguage(channelLanguage)
    const channelName = data?.items.find(({ id }) => id === channel)?.name ?? channel
    const name = t(`in.${language}`)
    return {
      key: channelLanguage,
      name:
        channel === gift.owner_channel
          ? t('textsIn', { language: name })
          : t('textsInChannel', { language: name, channel: channelName }),
      anchor: 'texts',
      open: () => open(channelLanguage),
      send: () =>
        callBackoffice('changeGiftText', {
          id: gift.id,
          channel,
          language,
          version: textOf(gift, channelLanguage)?.version ?? 0,
          ...texts,
        }),
    }
  }
}

import { useQuery } from '@tanstack/react-query'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { TextLanguages } from '#backoffice/kit/form/TextLanguages.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { GiftLanguage } from '#backoffice/modules/catalog/gifts/GiftLanguage.tsx'
import type { Gift } from '#backoffice/modules/catalog/gifts/use-gift-save.ts'
import type { TextsDraft } from '#backoffice/modules/catalog/gifts/use-gift-texts.ts'
import type { TextPlace } from '#backoffice/modules/catalog/gifts/use-text-place.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { GIFT_TEXT_NAMES } from '#domain/catalog/gift-texts.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import { allLanguages, type Language } from '#domain/language.ts'
import { classNames } from '#ui/lib/class-names.ts'

import css from './GiftTexts.module.css'

/** This many channels appear beside the shared texts. The others are in the list. */
const MOST_OFFERED = 3

type Channel = { id: string; name: string }
type GiftTextsProps = {
  gift: Gift
  draft: TextsDraft
  place: TextPlace
  mayWrite: boolean
}

/** The texts of one channel in one language. Another language can be shown beside it. */
export function GiftTexts({ gift, draft, place, mayWrite }: GiftTextsProps) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('channelNames', {}))
  const { channel, language, compare } = place
  const channels = [
    { id: gift.owner_channel, name: t('textsOfAllChannels') },
    ...(data?.items ?? []).filter(({ id }) => id !== SHARED_CHANNEL && id !== gift.owner_channel),
  ]
  const isShared = channel === gift.owner_channel || channel === SHARED_CHANNEL
  const mayHere = mayWrite && (isShared ? gift.shared_is_yours : true)
  const name = channels.find(({ id }) => id === channel)?.name ?? channel
  return (
    <Card
      title={t('texts')}
      foldsOnPhone
      actions={<ChannelField gift={gift} channels={channels} place={place} />}
    >
      {mayWrite && !mayHere ? (
        <div className={css.actions}>
          {channels.slice(1, 1 + MOST_OFFERED).map(({ id, name }) => (
            <ActionButton key={id} onClick={() => place.choose({ texts: id })}>
              {t('shared.sayOtherwise', { channel: name })}
            </ActionButton>
          ))}
        </div>
      ) : null}
      {isShared ? null : <p className={css.soft}>{t('shared.otherwiseHelp', { channel: name })}</p>}
      <GiftTextLanguages gift={gift} draft={draft} place={place} />
      <div className={classNames(css.languages, compare !== null && css.two)}>
        {[language, ...(compare === null ? [] : [compare])].map((one) => (
          <GiftLanguage
            key={`${channel} ${one}`}
            gift={gift}
            draft={draft}
            channel={channel}
            language={one}
            isNamed={compare !== null}
            mayWrite={mayHere}
          />
        ))}
      </div>
    </Card>
  )
}

function ChannelField({
  gift,
  channels,
  place,
}: {
  gift: Gift
  channels: readonly Channel[]
  place: TextPlace
}) {
  const t = useTranslate()
  const hasOwnText = (id: string) =>
    id !== gift.owner_channel &&
    gift.texts.some(
      (text) => text.channel === id && GIFT_TEXT_NAMES.some((field) => text[field] !== null),
    )
  return (
    <FormSelect
      label={<span className="visually-hidden">{t('textsFor')}</span>}
      value={place.channel}
      onChange={({ target }) => place.choose({ texts: target.value })}
    >
      {channels.map(({ id, name }) => (
        <option key={id} value={id}>
          {hasOwnText(id) ? t('shared.saysOtherwise', { channel: name }) : name}
        </option>
      ))}
    </FormSelect>
  )
}

/** The languages of the gift, with a sign for a missing name or unsaved input. */
function GiftTextLanguages({
  gift,
  draft,
  place: { channel, language, compare, choose },
}: {
  gift: Gift
  draft: TextsDraft
  place: TextPlace
}) {
  const t = useTranslate()
  const isMissing = (one: Language) =>
    !gift.texts.some((text) => text.language === one && text.name !== null)
  return (
    <TextLanguages
      languages={allLanguages}
      language={language}
      compare={compare}
      signOf={(one) =>
        draft.isChanged(`${channel} ${one}`)
          ? { kind: 'typed', text: t('textTyped') }
          : isMissing(one)
            ? { kind: 'missing', text: t('textMissing') }
            : null
      }
      onChoose={choose}
    />
  )
}

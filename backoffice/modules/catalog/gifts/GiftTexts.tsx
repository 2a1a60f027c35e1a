import { useQuery } from '@tanstack/react-query'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { TextLanguages } from '#backoffice/kit/form/TextLanguages.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { GiftLanguage } from '#backoffice/modules/catalog/gifts/GiftLanguage.tsx'
import type { Gift } from '#backoffice/modules/catalog/gifts/use-gift-save.ts'
import type { TextsDraft } from '#backoffice/modules/catalog/gifts/use-gift-texts.ts'
import type { TextSelection } from '#backoffice/modules/catalog/gifts/use-text-selection.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { GIFT_TEXT_NAMES } from '#domain/catalog/gift-texts.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import { allLanguages, type Language } from '#domain/language.ts'
import { classNames } from '#ui/lib/class-names.ts'

import css from './GiftTexts.module.css'

/** The most channels with a button. The others are in the list. */
const MAX_CHANNEL_BUTTONS = 3

type Channel = { id: string; name: string }
type GiftTextsProps = {
  gift: Gift
  draft: TextsDraft
  selection: TextSelection
  mayWrite: boolean
}

/** The texts of one channel in one language. Another language can be shown beside it. */
export function GiftTexts({ gift, draft, selection, mayWrite }: GiftTextsProps) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('channelNames', {}))
  const { channel, language, compare } = selection
  const otherChannels = (data?.items ?? []).filter(
    ({ id }) => id !== SHARED_CHANNEL && id !== gift.owner_channel,
  )
  const channels = [{ id: gift.owner_channel, name: t('textsOfAllChannels') }, ...otherChannels]
  const isShared = channel === gift.owner_channel || channel === SHARED_CHANNEL
  const mayWriteTexts = mayWrite && (!isShared || gift.shared_is_yours)
  const channelName = channels.find(({ id }) => id === channel)?.name ?? channel
  return (
    <Card
      title={t('texts')}
      foldsOnPhone
      actions={<ChannelField gift={gift} channels={channels} selection={selection} />}
    >
      {mayWrite && !mayWriteTexts ? (
        <div className={css.actions}>
          {otherChannels.slice(0, MAX_CHANNEL_BUTTONS).map(({ id, name }) => (
            <ActionButton key={id} onClick={() => selection.choose({ texts: id })}>
              {t('shared.sayOtherwise', { channel: name })}
            </ActionButton>
          ))}
        </div>
      ) : null}
      {isShared ? null : (
        <p className={css.soft}>{t('shared.otherwiseHelp', { channel: channelName })}</p>
      )}
      <GiftTextLanguages gift={gift} draft={draft} selection={selection} />
      <div className={classNames(css.languages, compare !== null && css.two)}>
        {[language, ...(compare === null ? [] : [compare])].map((textLanguage) => (
          <GiftLanguage
            key={`${channel} ${textLanguage}`}
            gift={gift}
            draft={draft}
            channel={channel}
            language={textLanguage}
            isNamed={compare !== null}
            mayWrite={mayWriteTexts}
          />
        ))}
      </div>
    </Card>
  )
}

function ChannelField({
  gift,
  channels,
  selection,
}: {
  gift: Gift
  channels: readonly Channel[]
  selection: TextSelection
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
      value={selection.channel}
      onChange={({ target }) => selection.choose({ texts: target.value })}
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
  selection: { channel, language, compare, choose },
}: {
  gift: Gift
  draft: TextsDraft
  selection: TextSelection
}) {
  const t = useTranslate()
  const isMissing = (textLanguage: Language) =>
    !gift.texts.some((text) => text.language === textLanguage && text.name !== null)
  return (
    <TextLanguages
      languages={allLanguages}
      language={language}
      compare={compare}
      signOf={(textLanguage) =>
        draft.isChanged(`${channel} ${textLanguage}`)
          ? { kind: 'typed', text: t('textTyped') }
          : isMissing(textLanguage)
            ? { kind: 'missing', text: t('textMissing') }
            : null
      }
      onChoose={choose}
    />
  )
}

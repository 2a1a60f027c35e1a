import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormTextArea, FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import { allLanguages, type Language } from '#domain/language.ts'

import css from './GiftTexts.module.css'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import {
  eachGiftText,
  GIFT_TEXT_NAMES,
  GIFT_TEXTS,
  type GiftText,
} from '#domain/catalog/gift-texts.ts'

type Gift = StaffResponse<'gift'>
type PageTexts = Record<GiftText, string>
/** This many channels appear beside the shared texts. The others are in the list. */
const MOST_OFFERED = 3
const NOTHING: PageTexts = eachGiftText(() => '')

/**
 * The texts in four languages side by side. Each language is saved separately. An empty field shows the fallback text
 * that a recipient reads.
 */
export function GiftTexts({ gift, me, mayWrite }: { gift: Gift; me: string; mayWrite: boolean }) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('channelNames', {}))
  const [channel, setChannel] = useState(gift.owner_channel)
  const channels = [
    { id: gift.owner_channel, name: t('sharedWords') },
    ...(data?.items ?? []).filter(({ id }) => id !== SHARED_CHANNEL && id !== gift.owner_channel),
  ]
  const isOtherwise = channel !== gift.owner_channel && channel !== SHARED_CHANNEL
  const others = channels.slice(1, 1 + MOST_OFFERED)
  const mayHere =
    mayWrite &&
    (channel === gift.owner_channel || channel === SHARED_CHANNEL ? gift.shared_is_yours : true)
  return (
    <section id="texts" className={css.texts} aria-label={t('texts')}>
      <div className={css.head}>
        <h2>{t('texts')}</h2>
        <ChannelField gift={gift} channels={channels} channel={channel} choose={setChannel} />
      </div>
      {mayWrite && !mayHere ? (
        <div className={css.actions}>
          {others.map(({ id, name }) => (
            <ActionButton key={id} onClick={() => setChannel(id)}>
              {t('shared.sayOtherwise', { channel: name })}
            </ActionButton>
          ))}
        </div>
      ) : null}
      {isOtherwise ? <p className={css.soft}>{t('shared.otherwiseHelp', { channel })}</p> : null}
      <div className={css.languages}>
        {allLanguages.map((language) => (
          <OneLanguage
            key={`${channel} ${language}`}
            gift={gift}
            channel={channel}
            language={language}
            me={me}
            mayWrite={mayHere}
          />
        ))}
      </div>
    </section>
  )
}

type Channel = { id: string; name: string }

function ChannelField({
  gift,
  channels,
  channel,
  choose,
}: {
  gift: Gift
  channels: readonly Channel[]
  channel: string
  choose: (channel: string) => void
}) {
  const t = useTranslate()
  const hasOwnText = (id: string) =>
    gift.texts.some(
      (one) => one.channel === id && GIFT_TEXT_NAMES.some((field) => one[field] !== null),
    )
  return (
    <FormSelect
      label={t('wordsOf')}
      value={channel}
      onChange={({ target }) => choose(target.value)}
    >
      {channels.map(({ id, name }) => (
        <option key={id} value={id}>
          {id === gift.owner_channel
            ? name
            : hasOwnText(id)
              ? t('shared.saysOtherwise', { channel: name })
              : name}
        </option>
      ))}
    </FormSelect>
  )
}

type TextOf = { gift: Gift; channel: string; language: Language }
type TextDraft = ReturnType<typeof useGiftTextDraft>

/** The texts of one language as typed, and the version that they were typed over. */
function useGiftTextDraft({ gift, channel, language, me }: TextOf & { me: string }) {
  const t = useTranslate()
  const stored = gift.texts.find((one) => one.channel === channel && one.language === language)
  const words = wordsOf(stored)
  const draft = useDraft<PageTexts>(`${me}.gift.${gift.id}.${channel}.${language}`, words)
  // What was typed was typed over this version, also when another one has come since.
  const [seen, setSeen] = useState<{ version: number; words: PageTexts } | null>(null)
  const current = stored?.version ?? 0
  const moved = draft.changed && seen !== null && current !== seen.version
  const action = useAction('changeGiftText', { done: () => t('textSaved', { language }) })

  function type(part: Partial<PageTexts>) {
    if (seen === null) setSeen({ version: current, words })
    draft.type(part)
    action.erase()
  }
  function clear() {
    draft.clear()
    setSeen(null)
  }
  async function saveFrom(from: number) {
    const changed = Object.fromEntries(
      GIFT_TEXT_NAMES.filter((field) => draft.values[field] !== (seen?.words ?? words)[field]).map(
        (field) => [field, draft.values[field]],
      ),
    )
    const saved = await action.run({ id: gift.id, channel, language, version: from, ...changed })
    if (!saved) return
    clear()
  }
  return {
    values: draft.values,
    changed: draft.changed,
    words,
    seen,
    moved,
    action,
    type,
    clear,
    save: () => saveFrom(seen?.version ?? current),
    saveOver: () => saveFrom(current),
    saveAsAll: () => action.run({ id: gift.id, channel, language, version: current, ...NOTHING }),
  }
}

function OneLanguage({
  gift,
  channel,
  language,
  me,
  mayWrite,
}: TextOf & { me: string; mayWrite: boolean }) {
  const t = useTranslate()
  const draft = useGiftTextDraft({ gift, channel, language, me })
  const { changed, words, moved, action } = draft
  const name = t(`in.${language}`)
  const hasTexts = GIFT_TEXT_NAMES.some((field) => words[field] !== '')
  return (
    <form
      className={css.language}
      aria-label={name}
      lang={language}
      onSubmit={(event) => {
        event.preventDefault()
        void draft.save()
      }}
    >
      <h3>{name}</h3>
      <TextFields
        gift={gift}
        channel={channel}
        language={language}
        draft={draft}
        mayWrite={mayWrite}
      />
      {moved ? (
        <WrittenMeanwhile draft={draft} />
      ) : action.wrong ? (
        <Notice kind="bad">{action.wrong}</Notice>
      ) : null}
      {mayWrite &&
      !changed &&
      channel !== gift.owner_channel &&
      channel !== SHARED_CHANNEL &&
      hasTexts ? (
        <SameAsAll draft={draft} />
      ) : null}
      {changed && !moved ? <SaveButtons draft={draft} name={name} /> : null}
    </form>
  )
}

/** An empty field shows the text of another channel, or else of another language. */
function fallbackText({ gift, channel, language }: TextOf, field: GiftText): string {
  return (
    gift.texts.find((one) => one.language === language && one.channel !== channel && one[field])?.[
      field
    ] ??
    gift.texts.find((one) => one.channel === channel && one[field])?.[field] ??
    ''
  )
}

function TextFields({
  gift,
  channel,
  language,
  draft,
  mayWrite,
}: TextOf & { draft: TextDraft; mayWrite: boolean }) {
  const t = useTranslate()
  return (
    <>
      {GIFT_TEXT_NAMES.map((field) => {
        const common = {
          label: t(`text.${field}`),
          value: draft.values[field],
          placeholder: fallbackText({ gift, channel, language }, field),
          readOnly: !mayWrite,
        }
        return field === 'name' ? (
          <FormField
            key={field}
            {...common}
            maxLength={GIFT_TEXTS[field].most}
            onChange={({ target }) => draft.type({ [field]: target.value })}
          />
        ) : (
          <FormTextArea
            key={field}
            {...common}
            rows={3}
            {...(GIFT_TEXTS[field].isOneLine ? { maxLength: GIFT_TEXTS[field].most } : {})}
            onChange={({ target }) => draft.type({ [field]: target.value })}
          />
        )
      })}
    </>
  )
}

function WrittenMeanwhile({ draft }: { draft: TextDraft }) {
  const t = useTranslate()
  const { words } = draft
  return (
    <Notice kind="warn">
      <p>{t('writtenMeanwhile')}</p>
      {GIFT_TEXT_NAMES.filter((field) => words[field] !== draft.seen?.words[field]).map((field) => (
        <p key={field}>
          <b>{t(`text.${field}`)}</b> {words[field] || '–'}
        </p>
      ))}
      <div className={css.actions}>
        <ActionButton little onClick={() => void draft.saveOver()}>
          {t('takeMine')}
        </ActionButton>
        <ActionButton little onClick={draft.clear}>
          {t('takeTheirs')}
        </ActionButton>
      </div>
    </Notice>
  )
}

function SameAsAll({ draft }: { draft: TextDraft }) {
  const t = useTranslate()
  return (
    <div className={css.actions}>
      <ActionButton little busy={draft.action.busy} onClick={() => void draft.saveAsAll()}>
        {t('shared.sayAsAll')}
      </ActionButton>
    </div>
  )
}

function SaveButtons({ draft, name }: { draft: TextDraft; name: string }) {
  const t = useTranslate()
  return (
    <div className={css.actions}>
      <ActionButton type="submit" look="main" busy={draft.action.busy}>
        {t('saveLanguage', { language: name })}
      </ActionButton>
      <ActionButton look="plain" onClick={draft.clear}>
        {t('discard')}
      </ActionButton>
    </div>
  )
}

const wordsOf = (stored: Gift['texts'][number] | undefined): PageTexts =>
  eachGiftText((name) => stored?.[name] ?? '')

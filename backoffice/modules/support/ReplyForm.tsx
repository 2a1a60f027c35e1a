import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { useDiscard } from '#backoffice/kit/drafts/use-discard.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { SavedReplyChoice } from '#backoffice/modules/support/SavedReplyChoice.tsx'
import { useThreadFolder } from '#backoffice/modules/support/use-thread-folder.ts'
import { navigate } from '#backoffice/kit/router/address.tsx'
import type { Thread } from '#backoffice/modules/support/thread.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { ChoiceBar } from '#backoffice/kit/form/ChoiceBar.tsx'
import { FormTextArea } from '#backoffice/kit/form/FormField.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Refusal } from '#contract/shared/refusals.shop.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { randomUuid } from '#ui/lib/random-key.ts'

import css from './ReplyForm.module.css'

type Props = { staff: Staff; thread: Thread; onCorrectSender: () => void }

/** A reply to the recipient or an internal note. Both drafts stay until sent. */
export function ReplyForm(props: Props) {
  const t = useTranslate()
  const mayAnswer = props.staff.permissions.includes('inbox.answer')
  const [isNote, setIsNote] = useState(!mayAnswer)
  if (props.thread.email === '') return <Notice kind="info">{t('inbox.erased')}</Notice>
  return (
    <section className={css.whole} aria-label={t(isNote ? 'inbox.note' : 'inbox.answer')}>
      {mayAnswer ? (
        <ChoiceBar
          label={t('inbox.kind')}
          chosen={isNote ? 'note' : 'answer'}
          choices={[
            { value: 'answer', name: t('inbox.answer') },
            { value: 'note', name: t('inbox.note') },
          ]}
          onChoose={(kind) => setIsNote(kind === 'note')}
        />
      ) : null}
      {isNote ? <NoteForm {...props} /> : <AnswerForm {...props} />}
    </section>
  )
}

/**
 * The server already received another text under this key, although its response was lost. The current text is a new
 * message, so it stays and gets a new key.
 */
function useNewKey(refusal: Refusal<string> | null, onKey: (key: string) => void) {
  const applyKey = useEffectEvent(onKey)
  useEffect(() => {
    if (refusal?.refused === 'done-already') applyKey(randomUuid())
  }, [refusal])
}

const EMPTY = { body: '', key: '', read: 0 }

function useAnswer(staff: Staff, thread: Thread) {
  const t = useTranslate()
  const { id, version } = thread
  const draft = useDraft(`${staff.id}.inbox.${id}.answer`, EMPTY)
  const { body, key, read: readVersion } = draft.values
  const action = useAction('answerRequest', { done: () => t('inbox.sent') })
  const { nextPath } = useThreadFolder(staff, thread)
  useNewKey(action.refusal, (newKey) => draft.type({ key: newKey }))

  /** The draft refers to the thread's version when typing starts. */
  const type = (text: string) => {
    if (text === '') draft.clear()
    else draft.type({ body: text, ...(key === '' ? { key: randomUuid(), read: version } : {}) })
  }
  async function send(close: boolean) {
    if (body.trim() === '') return
    if (!(await action.run({ id, key, version: readVersion, body, close }))) return
    draft.clear()
    if (close && nextPath !== null) navigate(nextPath)
  }
  const hasThreadChanged = key !== '' && readVersion !== version
  return {
    draft,
    action,
    type,
    send,
    meanwhile: hasThreadChanged,
    /** The user has read the new messages, so the reply refers to them. */
    confirmRead: () => draft.type({ read: version, key: randomUuid() }),
  }
}

function AnswerForm({ staff, thread, onCorrectSender }: Props) {
  const t = useTranslate()
  const { language, email, channel } = thread
  const { draft, action, type, send, meanwhile, confirmRead } = useAnswer(staff, thread)
  const { body } = draft.values
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <form
      className={css.form}
      aria-label={t('inbox.answer')}
      onSubmit={(event) => {
        event.preventDefault()
        void send(true)
      }}
    >
      <p className={css.to}>
        <span>
          {t('inbox.to', { to: email })} · {t(`in.${language}`)}
        </span>
        <ActionButton variant="plain" small onClick={onCorrectSender}>
          {t('inbox.sender')}
        </ActionButton>
      </p>
      <SavedReplyChoice
        staff={staff.id}
        thread={thread}
        onChoose={(text) => {
          type(body.trim() === '' ? text : `${body.trimEnd()}\n\n${text}`)
          field.current?.focus()
        }}
      />
      <FormTextArea
        ref={field}
        label={t('inbox.answerIn', { language: t(`in.${language}`) })}
        hint={t('inbox.sendHelp', { channel: channel.name })}
        lang={language}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
        rows={6}
        maxLength={10_000}
        required
        value={body}
        onChange={({ target }) => type(target.value)}
      />
      {meanwhile ? (
        <ThreadChangedNotice thread={thread} onRead={confirmRead} />
      ) : action.failure ? (
        <Notice kind="bad">{action.failure}</Notice>
      ) : null}
      <SendButtons
        busy={action.busy}
        send={() => void send(false)}
        discard={draft.changed ? draft.clear : null}
      />
    </form>
  )
}

function SendButtons({
  busy,
  send,
  discard,
}: {
  busy: boolean
  send: () => void
  discard: (() => void) | null
}) {
  const t = useTranslate()
  return (
    <div className={css.actions}>
      <ActionButton variant="main" type="submit" busy={busy} aria-keyshortcuts="Control+Enter">
        {t('inbox.sendAndClose')}
      </ActionButton>
      <ActionButton busy={busy} onClick={send}>
        {t('inbox.send')}
      </ActionButton>
      {discard ? (
        <ActionButton variant="plain" onClick={discard}>
          {t('discard')}
        </ActionButton>
      ) : null}
    </div>
  )
}

/** Messages that arrived while the user typed. The user must read them before sending. */
function ThreadChangedNotice({ thread, onRead }: { thread: Thread; onRead: () => void }) {
  const t = useTranslate()
  const last = thread.messages.findLast(({ kind }) => kind === 'in' || kind === 'out')
  const name = last?.by?.name ?? last?.from ?? ''
  return (
    <Notice kind="bad">
      <p>
        {last
          ? t(last.kind === 'out' ? 'inbox.answeredMeanwhile' : 'inbox.wroteMeanwhile', { name })
          : t('inbox.changedMeanwhile')}
      </p>
      {last ? (
        <blockquote className={css.quote} lang={thread.language}>
          {last.body.slice(0, 400)}
        </blockquote>
      ) : null}
      <p>{t('inbox.changedMeanwhile')}</p>
      <ActionButton small onClick={onRead}>
        {t('inbox.haveRead')}
      </ActionButton>
    </Notice>
  )
}

function NoteForm({ staff, thread: { id } }: Props) {
  const t = useTranslate()
  const discard = useDiscard()
  const draft = useDraft(`${staff.id}.inbox.${id}.note`, { body: '', key: '' })
  const { body, key } = draft.values
  const action = useAction('addRequestNote', { done: () => t('inbox.noteKept') })
  useNewKey(action.refusal, (newKey) => draft.type({ key: newKey }))
  async function save() {
    if (await action.run({ id, key, body })) draft.clear()
  }
  return (
    <form
      className={css.form}
      aria-label={t('inbox.note')}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <FormTextArea
        label={t('inbox.note')}
        hint={t('inbox.noteHelp')}
        rows={4}
        maxLength={10_000}
        required
        value={body}
        onChange={({ target: { value } }) =>
          value === ''
            ? draft.clear()
            : draft.type({ body: value, ...(key === '' ? { key: randomUuid() } : {}) })
        }
      />
      {action.failure ? <Notice kind="bad">{action.failure}</Notice> : null}
      <div className={css.actions}>
        <ActionButton type="submit" busy={action.busy}>
          {t('inbox.saveNote')}
        </ActionButton>
        {draft.changed ? (
          <ActionButton variant="plain" onClick={() => discard(draft.clear)}>
            {t('discard')}
          </ActionButton>
        ) : null}
      </div>
    </form>
  )
}

import { useEffect, useEffectEvent, useState } from 'react'

import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { SavedAnswerChoice } from '#backoffice/modules/support/SavedReplyChoice.tsx'
import type { Thread } from '#backoffice/modules/support/thread.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormTextArea } from '#backoffice/kit/form/FormField.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useSay } from '#backoffice/i18n/translator.tsx'
import type { Refusal } from '#contract/shared/refusals.shop.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { randomUuid } from '#ui/lib/random-key.ts'

import css from './ReplyForm.module.css'

type Props = { staff: Staff; thread: Thread; onCorrect: () => void }

/** The words for the holder, or those for colleagues; what is typed of either stays until it is sent. */
export function AnswerForm(props: Props) {
  const say = useSay()
  const answers = props.staff.permissions.includes('inbox.answer')
  const [noting, setNoting] = useState(!answers)
  if (props.thread.email === '') return <Notice kind="info">{say('inbox.erased')}</Notice>
  return (
    <section className={css.whole} aria-label={say(noting ? 'inbox.note' : 'inbox.answer')}>
      {answers ? (
        <div className={css.kinds}>
          {[false, true].map((one) => (
            <button
              key={String(one)}
              type="button"
              aria-pressed={noting === one}
              className={css.kind}
              onClick={() => setNoting(one)}
            >
              {say(one ? 'inbox.note' : 'inbox.answer')}
            </button>
          ))}
        </div>
      ) : null}
      {noting ? <Note {...props} /> : <Answer {...props} />}
    </section>
  )
}

/**
 * What was sent before under this key has arrived, though its answer was lost, and said something else: what stands here
 * now is another thing, and stays.
 */
function useNewKey(refusal: Refusal<string> | null, onKey: (key: string) => void) {
  const take = useEffectEvent(onKey)
  useEffect(() => {
    if (refusal?.refused === 'done-already') take(randomUuid())
  }, [refusal])
}

const EMPTY = { body: '', key: '', read: 0 }

function Answer({ staff, thread, onCorrect }: Props) {
  const say = useSay()
  const { id, version, language, email, channel } = thread
  const draft = useDraft(`${staff.id}.inbox.${id}.answer`, EMPTY)
  const { body, key, read } = draft.values
  const action = useAction('answerRequest', { done: () => say('inbox.sent') })
  useNewKey(action.refusal, (fresh) => draft.type({ key: fresh }))

  /** Whoever begins to type answers what stands there at that moment. */
  const type = (words: string) => {
    if (words === '') draft.clear()
    else draft.type({ body: words, ...(key === '' ? { key: randomUuid(), read: version } : {}) })
  }
  async function send(close: boolean) {
    if (body.trim() === '') return
    if (await action.run({ id, key, version: read, body, close })) draft.clear()
  }
  const meanwhile = key !== '' && read !== version
  return (
    <form
      className={css.form}
      aria-label={say('inbox.answer')}
      onSubmit={(event) => {
        event.preventDefault()
        void send(true)
      }}
    >
      <FormTextArea
        label={say('inbox.answerIn', { language: say(`in.${language}`) })}
        lang={language}
        rows={6}
        maxLength={10_000}
        required
        value={body}
        onChange={({ target }) => type(target.value)}
      />
      {meanwhile ? (
        <Meanwhile
          thread={thread}
          onRead={() => draft.type({ read: version, key: randomUuid() })}
        />
      ) : action.wrong ? (
        <Notice kind="bad">{action.wrong}</Notice>
      ) : null}
      <div className={css.actions}>
        <ActionButton look="main" type="submit" busy={action.busy}>
          {say('inbox.sendAndClose')}
        </ActionButton>
        <ActionButton busy={action.busy} onClick={() => void send(false)}>
          {say('inbox.send')}
        </ActionButton>
        {draft.changed ? (
          <ActionButton look="plain" onClick={draft.clear}>
            {say('discard')}
          </ActionButton>
        ) : null}
        <SavedAnswerChoice
          thread={thread}
          onChoose={(text) => type(body.trim() === '' ? text : `${body.trimEnd()}\n\n${text}`)}
        />
      </div>
      <p className={css.help}>
        {say('inbox.sendHelp', { to: email, channel: channel.name })}{' '}
        <ActionButton look="plain" little onClick={onCorrect}>
          {say('inbox.sender')}
        </ActionButton>
      </p>
    </form>
  )
}

/** What somebody else said while this was being typed: it is read before anything is sent. */
function Meanwhile({ thread, onRead }: { thread: Thread; onRead: () => void }) {
  const say = useSay()
  const last = thread.messages.findLast(({ kind }) => kind === 'in' || kind === 'out')
  const name = last?.by?.name ?? last?.from ?? ''
  return (
    <Notice kind="bad">
      <p>
        {last
          ? say(last.kind === 'out' ? 'inbox.answeredMeanwhile' : 'inbox.wroteMeanwhile', { name })
          : say('inbox.changedMeanwhile')}
      </p>
      {last ? (
        <blockquote className={css.quote} lang={thread.language}>
          {last.body.slice(0, 400)}
        </blockquote>
      ) : null}
      <p>{say('inbox.changedMeanwhile')}</p>
      <ActionButton little onClick={onRead}>
        {say('inbox.haveRead')}
      </ActionButton>
    </Notice>
  )
}

function Note({ staff, thread: { id } }: Props) {
  const say = useSay()
  const draft = useDraft(`${staff.id}.inbox.${id}.note`, { body: '', key: '' })
  const { body, key } = draft.values
  const action = useAction('noteRequest', { done: () => say('inbox.noteKept') })
  useNewKey(action.refusal, (fresh) => draft.type({ key: fresh }))
  async function keep() {
    if (await action.run({ id, key, body })) draft.clear()
  }
  return (
    <form
      className={css.form}
      aria-label={say('inbox.note')}
      onSubmit={(event) => {
        event.preventDefault()
        void keep()
      }}
    >
      <FormTextArea
        label={say('inbox.note')}
        hint={say('inbox.noteHelp')}
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
      {action.wrong ? <Notice kind="bad">{action.wrong}</Notice> : null}
      <div className={css.actions}>
        <ActionButton type="submit" busy={action.busy}>
          {say('inbox.saveNote')}
        </ActionButton>
        {draft.changed ? (
          <ActionButton look="plain" onClick={draft.clear}>
            {say('discard')}
          </ActionButton>
        ) : null}
      </div>
    </form>
  )
}

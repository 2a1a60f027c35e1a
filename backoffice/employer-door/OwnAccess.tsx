import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { employerQuery } from '#backoffice/employer-door/employer-client.ts'
import type { EmployerPageProps } from '#backoffice/employer-door/page-props.ts'
import { useEmployerDeed } from '#backoffice/employer-door/use-employer-deed.ts'
import { browserOf } from '#backoffice/parts/browser-of.ts'
import { DeskButton } from '#backoffice/parts/DeskButton.tsx'
import { DeskField } from '#backoffice/parts/DeskField.tsx'
import { Notice } from '#backoffice/parts/Notice.tsx'
import { LEAST_PASSWORD } from '#backoffice/sign-in/ChoosePassword.tsx'
import { useDeskLanguage } from '#backoffice/words/desk-words.tsx'
import { momentInWords } from '#domain/zone-words.ts'

import css from './EmployerPages.module.css'

type Props = Pick<EmployerPageProps, 'say'>

/** Changes an employer user's own password. */
export function PasswordPart({ say }: Props) {
  const [password, setPassword] = useState('')
  const [next, setNext] = useState('')
  const change = useEmployerDeed('changePassword')

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!(await change.run({ password, new_password: next }, () => say('passwordChanged')))) return
    setPassword('')
    setNext('')
  }

  return (
    <section className={css.part} aria-label={say('passwordTitle')}>
      <h2>{say('passwordTitle')}</h2>
      {change.done ? <Notice kind="good">{change.done}</Notice> : null}
      <form
        className={css.form}
        aria-label={say('passwordTitle')}
        onSubmit={(event) => void submit(event)}
      >
        {change.wrong ? <Notice kind="bad">{change.wrong}</Notice> : null}
        <DeskField
          label={say('password')}
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
        <DeskField
          label={say('passwordNew')}
          hint={say('atLeastLetters', { count: LEAST_PASSWORD })}
          type="password"
          autoComplete="new-password"
          required
          minLength={LEAST_PASSWORD}
          value={next}
          onChange={({ target }) => setNext(target.value)}
        />
        <div>
          <DeskButton type="submit" look="main" busy={change.busy}>
            {say('changePassword')}
          </DeskButton>
        </div>
      </form>
    </section>
  )
}

/** Where an employer user is signed in. */
export function SessionsPart({ say }: Props) {
  const { data } = useQuery(employerQuery('ownSessions', {}))
  const end = useEmployerDeed('endOwnSession')
  const endOthers = useEmployerDeed('endOtherSessions')
  const { language } = useDeskLanguage()
  const [now] = useState(() => new Date())
  const lastUsed = (at: string) =>
    momentInWords(new Date(at), { zone: browserTimeZone(), language, now, long: 'list' })
  const items = data?.items ?? []
  const done = end.done ?? endOthers.done
  const wrong = end.wrong ?? endOthers.wrong
  return (
    <section className={css.part} aria-label={say('sessions')}>
      <h2>{say('sessions')}</h2>
      {done ? <Notice kind="good">{done}</Notice> : null}
      {wrong ? <Notice kind="bad">{wrong}</Notice> : null}
      <ul>
        {items.map(({ id, address, agent, seen_at, this_one }) => (
          <li key={id}>
            {browserOf(agent)}, {address}, {say('lastUsed')} {lastUsed(seen_at)}{' '}
            {this_one ? (
              say('thisSession')
            ) : (
              <DeskButton
                little
                busy={end.busy}
                onClick={() => void end.run({ id }, () => say('sessionEndedNow'))}
              >
                {say('endSession')}
              </DeskButton>
            )}
          </li>
        ))}
      </ul>
      {items.length > 1 ? (
        <DeskButton
          busy={endOthers.busy}
          onClick={() => void endOthers.run({}, () => say('sessionEndedNow'))}
        >
          {say('endOtherSessions')}
        </DeskButton>
      ) : null}
    </section>
  )
}

/** An employer user has no channel, whose time zone staff are shown. */
function browserTimeZone() {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

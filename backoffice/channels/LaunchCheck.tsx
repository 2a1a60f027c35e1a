import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { OpenOrClose } from '#backoffice/channels/OpenOrClose.tsx'
import { DeskLink } from '#backoffice/desk-address.tsx'
import { deskQuery } from '#backoffice/desk-queries.ts'
import { DeskButton } from '#backoffice/parts/DeskButton.tsx'
import { Notice } from '#backoffice/parts/Notice.tsx'
import { StateMark } from '#backoffice/parts/StateMark.tsx'
import { Trouble } from '#backoffice/parts/Trouble.tsx'
import { useDeskLanguage, useSay } from '#backoffice/words/desk-words.tsx'
import type { DeskAnswer } from '#contract/desk/desk-call.ts'

import css from './LaunchCheck.module.css'

type Found = DeskAnswer<'launchCheck'>['findings'][number]

/** What stands between a channel and its holders: each finding leads to where it is mended. */
export function LaunchCheck({
  page,
  permissions,
}: {
  page: DeskAnswer<'channelPage'>
  permissions: readonly string[]
}) {
  const say = useSay()
  const { data, error, refetch } = useQuery(deskQuery('launchCheck', { id: page.id }))
  const red = (data?.findings ?? []).filter(({ level }) => level === 'bad')
  return (
    <section id="check" className={css.check} aria-label={say('ch.findings')}>
      <h2>{say('ch.findings')}</h2>
      <p>
        {say(
          page.state === 'open'
            ? 'ch.isOpen'
            : page.state === 'closed'
              ? 'ch.isClosed'
              : 'ch.isMaking',
        )}
      </p>
      {error ? <Trouble error={error} again={() => void refetch()} /> : null}
      {data && data.findings.length === 0 ? (
        <Notice kind="good">{say('ch.checkFine')}</Notice>
      ) : null}
      {data && data.findings.length > 0 ? (
        <ul className={css.findings}>
          {[...red, ...data.findings.filter(({ level }) => level === 'warn')].map((finding) => (
            <li key={`${finding.kind} ${finding.language ?? ''} ${finding.points ?? ''}`}>
              <FindingRow finding={finding} />
            </li>
          ))}
        </ul>
      ) : null}
      {data && permissions.includes('channel.write') ? <OpenOrClose page={page} red={red} /> : null}
    </section>
  )
}

function FindingRow({ finding }: { finding: Found }) {
  const say = useSay()
  const { language: spoken } = useDeskLanguage()
  const [open, setOpen] = useState(false)
  const { kind, level, language, points, count, items, at } = finding
  const words = say(`ch.f.${kind}`, {
    count,
    points: points ?? 0,
    language:
      language === null
        ? ''
        : (new Intl.DisplayNames([spoken], { type: 'language' }).of(language) ?? language),
  })
  return (
    <>
      <div className={css.finding}>
        <StateMark kind={level}>{say(level === 'bad' ? 'ch.red' : 'ch.lookAt')}</StateMark>
        <span className={css.words}>{words}</span>
        {items.length > 0 ? (
          <DeskButton
            look="plain"
            little
            aria-expanded={open}
            onClick={() => setOpen((before) => !before)}
          >
            {say('ch.which', { count: items.length })}
          </DeskButton>
        ) : null}
        <DeskLink to={at} aria-label={`${say('ch.mend')}: ${words}`}>
          {say('ch.mend')}
        </DeskLink>
      </div>
      {open ? (
        <ul className={css.items}>
          {items.map((item) => (
            <li key={item.name}>
              <DeskLink to={item.at}>{item.name}</DeskLink>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

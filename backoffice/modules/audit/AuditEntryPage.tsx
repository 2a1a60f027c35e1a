import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { actionWords } from '#backoffice/kit/audit/action-texts.ts'
import {
  type AuditReader,
  auditFieldName,
  auditReason,
  auditSubject,
  auditValue,
} from '#backoffice/kit/audit/audit-texts.ts'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { Trouble } from '#backoffice/kit/page/LoadError.tsx'
import { useZone } from '#backoffice/kit/time/use-time-zone.ts'
import { useBackofficeLanguage, useSay } from '#backoffice/i18n/translator.tsx'

import css from './AuditEntryPage.module.css'

type Values = Record<string, unknown> | null

/** One line: what was before, and what is since. */
export function AuditLinePage({ params: { id = '' } }: StaffPageProps) {
  const say = useSay()
  const { language } = useBackofficeLanguage()
  const zone = useZone()
  const [now] = useState(() => new Date())
  const { data, error, refetch } = useQuery(staffQuery('audit', { ids: id }))
  const up = { to: '/backoffice/audit', word: say('audit') }
  if (error) return <Trouble error={error} again={() => void refetch()} />
  const line = data?.items[0]
  if (!line) {
    return (
      <>
        <PageHead title={say('audit')} up={up} />
        {data ? <Notice kind="info">{say('notThere')}</Notice> : null}
      </>
    )
  }
  const reader = { say, language, zone, now }
  const fields = [...new Set([...Object.keys(line.before ?? {}), ...Object.keys(line.after ?? {})])]
  return (
    <>
      <PageHead title={actionWords(say, line.action)} up={up} />
      <div className={css.body}>
        <dl className={css.facts}>
          <Fact word={say('when')}>
            <Moment at={line.at} />
          </Fact>
          <Fact word={say('who')}>
            {line.staff?.name ??
              line.employer_user?.name ??
              say(line.actor === 'command' ? 'byCommand' : 'byShop')}
          </Fact>
          <Fact word={say('about')}>{auditSubject(say, line.subject_kind, line.subject_id)}</Fact>
          {line.channel ? <Fact word={say('channel')}>{line.channel}</Fact> : null}
          {line.reason ? <Fact word={say('reason')}>{auditReason(say, line.reason)}</Fact> : null}
          {line.session ? <Fact word={say('session')}>{line.session}</Fact> : null}
        </dl>
        {fields.length > 0 ? (
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">{say('field')}</th>
                <th scope="col">{say('before')}</th>
                <th scope="col">{say('after')}</th>
              </tr>
            </thead>
            <tbody>
              {fields.map((field) => (
                <tr key={field}>
                  <th scope="row">{auditFieldName(say, field)}</th>
                  <td>{shown(reader, line.before, field)}</td>
                  <td>{shown(reader, line.after, field)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : null}
      </div>
    </>
  )
}

function Fact({ word, children }: { word: string; children: ReactNode }) {
  return (
    <div>
      <dt>{word}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** What names a person is kept apart from the line, and may be erased. */
function shown(reader: AuditReader, values: Values, field: string): string {
  const value = values?.[field]
  if (typeof value === 'object' && value !== null && 'changed' in value)
    return reader.say('keptApart')
  return auditValue(reader, field, value)
}

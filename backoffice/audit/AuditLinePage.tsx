import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { DeskPageProps } from '#backoffice/desk-page-props.ts'
import { deskQuery } from '#backoffice/desk-queries.ts'
import { actionWords } from '#backoffice/parts/action-words.ts'
import { Moment } from '#backoffice/parts/Moment.tsx'
import { Notice } from '#backoffice/parts/Notice.tsx'
import { PageHead } from '#backoffice/parts/PageHead.tsx'
import { Trouble } from '#backoffice/parts/Trouble.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'

import css from './AuditLinePage.module.css'

type Values = Record<string, unknown> | null

/** One line: what was before, and what is since. */
export function AuditLinePage({ params: { id = '' } }: DeskPageProps) {
  const say = useSay()
  const { data, error, refetch } = useQuery(deskQuery('audit', { ids: id }))
  const up = { to: '/desk/audit', word: say('audit') }
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
            {line.staff?.name ?? say(line.actor === 'command' ? 'byCommand' : 'byShop')}
          </Fact>
          <Fact word={say('about')}>
            {line.subject_kind} {line.subject_id}
          </Fact>
          {line.channel ? <Fact word={say('channel')}>{line.channel}</Fact> : null}
          {line.reason ? <Fact word={say('reason')}>{line.reason}</Fact> : null}
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
                  <th scope="row">{field}</th>
                  <td>{shown(line.before, field, say('keptApart'))}</td>
                  <td>{shown(line.after, field, say('keptApart'))}</td>
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

/** What names a person is kept apart from the line, and may be forgotten. */
function shown(values: Values, field: string, apart: string): string {
  const value = values?.[field]
  if (value === undefined || value === null) return '–'
  if (typeof value === 'object' && 'changed' in value) return apart
  return typeof value === 'string' ? value : JSON.stringify(value)
}

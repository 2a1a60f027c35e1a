import { useQuery } from '@tanstack/react-query'

import { deskQuery } from '#backoffice/desk-queries.ts'
import { Moment } from '#backoffice/parts/Moment.tsx'
import { Trouble } from '#backoffice/parts/Trouble.tsx'
import { useDeskLanguage, useSay } from '#backoffice/words/desk-words.tsx'

import css from './Employers.module.css'

/** The wall as it can be shown: the very rows that the employer's own role of the database reads. */
export function EmployerSees({ employer }: { employer: string }) {
  const say = useSay()
  const { language } = useDeskLanguage()
  const { data, error, refetch } = useQuery(deskQuery('employerFigures', { id: employer }))
  const number = (value: number) => value.toLocaleString(language)
  const told = (value: number | null) =>
    value === null ? say('wall.few') : say('wall.atLeast', { count: number(value) })
  return (
    <section className={css.part}>
      <h2>{say('wall.title')}</h2>
      <p className={css.soft}>{say('wall.help')}</p>
      {error && !data ? <Trouble error={error} again={() => void refetch()} /> : null}
      {data && data.items.length === 0 ? <p>{say('wall.none')}</p> : null}
      {data && data.items.length > 0 ? (
        // It scrolls by itself where it is wider than the window.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={css.wide} tabIndex={0} role="region" aria-label={say('wall.title')}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">{say('campaigns')}</th>
                <th scope="col">{say('wall.department')}</th>
                <th scope="col">{say('wall.people')}</th>
                <th scope="col">{say('wall.came')}</th>
                <th scope="col">{say('wall.ordered')}</th>
                <th scope="col">{say('wall.spent')}</th>
              </tr>
            </thead>
            <tbody>
              {data.items.map(({ campaign, department, ...row }) => (
                <tr key={`${campaign.id} ${department}`}>
                  <th scope="row">{campaign.name}</th>
                  <td>{department === '' ? say('wall.all') : department}</td>
                  <td>{number(row.people)}</td>
                  <td>{told(row.came)}</td>
                  <td>{told(row.ordered)}</td>
                  <td>
                    {row.spent_points === null
                      ? '–'
                      : say('wall.atLeast', { count: number(row.spent_points) })}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      {data?.made_at ? (
        <p className={css.soft}>
          <Moment at={data.made_at} />
        </p>
      ) : null}
    </section>
  )
}

import { resolveWord } from '#backoffice/modules/tasks/resolution-texts.ts'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { useSay } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './TaskPage.module.css'

type Resolve = NonNullable<StaffResponse<'taskCause'>['resolve']>

/** What pressing the button writes. */
export function ResolveRows({ resolve }: { resolve: Resolve }) {
  const say = useSay()
  const euros = useEuros()
  return (
    <>
      <div className={css.scroll}>
        <table className={css.rows}>
          <thead>
            <tr>
              <th scope="col">{say('task.what')}</th>
              <th scope="col">{say('task.subject')}</th>
              <th scope="col">{say('task.is')}</th>
              <th scope="col">{say('task.wouldBe')}</th>
            </tr>
          </thead>
          <tbody>
            {resolve.rows.map((row) => (
              <tr key={`${row.what} ${row.subject} ${row.before}`}>
                <td>{resolveWord(say, row.what)}</td>
                <td>
                  {row.order ? (
                    <BackofficeLink to={`/backoffice/orders/${row.order}`}>
                      {row.subject}
                    </BackofficeLink>
                  ) : (
                    row.subject
                  )}
                  {row.cents === undefined ? null : ` ${euros(row.cents)}`}
                </td>
                <td className={css.soft} data-head={say('task.is')}>
                  {resolveWord(say, row.before)}
                </td>
                <td className={css.now} data-head={say('task.wouldBe')}>
                  {resolveWord(say, row.after)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {resolve.more > 0 ? (
        <p className={css.soft}>{say('task.andMore', { count: resolve.more })}</p>
      ) : null}
    </>
  )
}

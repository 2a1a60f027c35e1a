import { mendWord } from '#backoffice/modules/tasks/resolution-texts.ts'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { useSay } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './TaskPage.module.css'

type Mend = NonNullable<StaffResponse<'attentionCause'>['mend']>

/** What pressing the button writes. */
export function MendRows({ mend }: { mend: Mend }) {
  const say = useSay()
  const euros = useEuros()
  return (
    <>
      <div className={css.scroll}>
        <table className={css.rows}>
          <thead>
            <tr>
              <th scope="col">{say('attention.what')}</th>
              <th scope="col">{say('attention.subject')}</th>
              <th scope="col">{say('attention.is')}</th>
              <th scope="col">{say('attention.wouldBe')}</th>
            </tr>
          </thead>
          <tbody>
            {mend.rows.map((row) => (
              <tr key={`${row.what} ${row.subject} ${row.before}`}>
                <td>{mendWord(say, row.what)}</td>
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
                <td className={css.soft} data-head={say('attention.is')}>
                  {mendWord(say, row.before)}
                </td>
                <td className={css.now} data-head={say('attention.wouldBe')}>
                  {mendWord(say, row.after)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {mend.more > 0 ? (
        <p className={css.soft}>{say('attention.andMore', { count: mend.more })}</p>
      ) : null}
    </>
  )
}

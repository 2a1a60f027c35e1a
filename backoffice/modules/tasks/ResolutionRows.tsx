import { resolutionText } from '#backoffice/modules/tasks/resolution-texts.ts'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { amountText } from '#backoffice/kit/display/amount-text.ts'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './TaskPage.module.css'

type Resolution = NonNullable<StaffResponse<'task'>['resolve']>

/** The changes that the button makes. */
export function ResolutionRows({ resolution }: { resolution: Resolution }) {
  const t = useTranslate()
  const euros = useEuros()
  return (
    <>
      <div className={css.scroll}>
        <table className={css.rows}>
          <thead>
            <tr>
              <th scope="col">{t('task.what')}</th>
              <th scope="col">{t('task.subject')}</th>
              <th scope="col">{t('task.is')}</th>
              <th scope="col">{t('task.wouldBe')}</th>
            </tr>
          </thead>
          <tbody>
            {resolution.rows.map((row) => (
              <tr key={`${row.what} ${row.subject} ${row.before}`}>
                <td>{resolutionText(t, row.what)}</td>
                <td>
                  {row.order ? (
                    <BackofficeLink to={`/backoffice/orders/${row.order}`}>
                      {row.subject}
                    </BackofficeLink>
                  ) : (
                    row.subject
                  )}
                  {row.cents === undefined ? null : ` ${amountText(row, { t, euros })}`}
                </td>
                <td className={css.soft} data-head={t('task.is')}>
                  {resolutionText(t, row.before)}
                </td>
                <td className={css.now} data-head={t('task.wouldBe')}>
                  {resolutionText(t, row.after)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {resolution.more > 0 ? (
        <p className={css.soft}>{t('task.andMore', { count: resolution.more })}</p>
      ) : null}
    </>
  )
}

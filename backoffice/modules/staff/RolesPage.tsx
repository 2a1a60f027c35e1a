import { PageBody } from '#backoffice/kit/page/PageBody.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { WideTable } from '#backoffice/kit/display/WideTable.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { may, PERMISSIONS, ROLES } from '#domain/staff/permissions.ts'

import css from './RolesPage.module.css'

/** What each role may do. */
export function RolesPage() {
  const t = useTranslate()
  return (
    <>
      <PageHead title={t('roles.title')} />
      <PageBody>
        <p className={css.soft}>{t('roles.help')}</p>
        <WideTable
          label={t('roles.title')}
          className={css.table}
          head={[t('roles.permission'), ...ROLES.map((role) => t(`role.${role}`))]}
        >
          {PERMISSIONS.map((permission) => (
            <tr key={permission}>
              <th scope="row">{t(`permission.${permission}`)}</th>
              {ROLES.map((role) => (
                <td key={role}>
                  {may(role, permission) ? (
                    <>
                      <BackofficeIcon name="check" />
                      <span className="visually-hidden">{t('roles.yes')}</span>
                    </>
                  ) : (
                    <span className="visually-hidden">{t('roles.no')}</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </WideTable>
      </PageBody>
    </>
  )
}

import { Fragment, useState } from 'react'

import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { useMedia } from '#backoffice/kit/display/use-media.ts'
import { FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { PHONE } from '#backoffice/kit/list/phone.ts'
import { PageBody } from '#backoffice/kit/page/PageBody.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { may, type Permission, PERMISSIONS, type Role, ROLES } from '#domain/staff/permissions.ts'

import css from './RolesPage.module.css'

type Subject = Permission extends `${infer Prefix}.${string}` ? Prefix : never

/** The part of the menu for a permission, by its first word. */
const MENU_PARTS = {
  content: 'content',
  media: 'content',
  release: 'content',
  preview: 'content',
  theme: 'content',
  catalogue: 'gifts',
  stock: 'gifts',
  order: 'order.title',
  parcel: 'order.title',
  inbox: 'order.title',
  task: 'order.title',
  'personal-data': 'voucher.holders',
  voucher: 'voucher.holders',
  batch: 'voucher.holders',
  points: 'voucher.holders',
  employer: 'voucher.holders',
  credit: 'payments.pages',
  finance: 'payments.pages',
  reports: 'payments.pages',
  channel: 'nav.settings',
  launch: 'nav.settings',
  staff: 'nav.settings',
  webhook: 'nav.settings',
  retention: 'nav.settings',
  audit: 'nav.settings',
} as const satisfies Record<Subject, MessageKey>

const partOf = (permission: Permission) => MENU_PARTS[permission.split('.')[0] as Subject]
const PARTS = [...new Set(Object.values(MENU_PARTS))]

/** What each role may do. On a phone for one role at a time. */
export function RolesPage() {
  const t = useTranslate()
  const isPhone = useMedia(PHONE)
  const [chosenRole, setChosenRole] = useState<Role>(ROLES[0])
  const roles = isPhone ? [chosenRole] : ROLES
  return (
    <>
      <PageHead title={t('roles.title')} />
      <PageBody>
        <p className={css.soft}>{t('roles.help')}</p>
        {isPhone ? (
          <FormSelect
            label={t('role')}
            value={chosenRole}
            onChange={({ target }) => setChosenRole(target.value as Role)}
          >
            {ROLES.map((role) => (
              <option key={role} value={role}>
                {t(`role.${role}`)}
              </option>
            ))}
          </FormSelect>
        ) : null}
        <table className={css.table} aria-label={t('roles.title')}>
          <thead>
            <tr>
              {[t('roles.permission'), ...roles.map((role) => t(`role.${role}`))].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {PARTS.map((part) => (
              <Fragment key={part}>
                <tr className={css.part}>
                  <th scope="rowgroup" colSpan={roles.length + 1}>
                    {t(part)}
                  </th>
                </tr>
                {PERMISSIONS.filter((permission) => partOf(permission) === part).map(
                  (permission) => (
                    <PermissionRow key={permission} permission={permission} roles={roles} />
                  ),
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
      </PageBody>
    </>
  )
}

type PermissionRowProps = { permission: Permission; roles: readonly Role[] }

function PermissionRow({ permission, roles }: PermissionRowProps) {
  const t = useTranslate()
  return (
    <tr>
      <th scope="row">{t(`permission.${permission}`)}</th>
      {roles.map((role) => (
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
  )
}

import css from '#backoffice/modules/content/editor/Editor.module.css'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { may, ROLES } from '#domain/staff/permissions.ts'

/** Shows users without the permission that the page is read-only, and which roles can change content. */
export function ReadOnlyNotice({ staff }: { staff: Staff }) {
  const t = useTranslate()
  if (staff.permissions.includes('content.write')) return null
  const roles = ROLES.filter((role) => may(role, 'content.write')).map((role) => t(`role.${role}`))
  return (
    <div className={css.notice}>
      <Notice kind="info">{t('editor.readOnly', { roles: roles.join(', ') })}</Notice>
    </div>
  )
}

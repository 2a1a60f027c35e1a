import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { useNodeNames } from '#backoffice/modules/content/releases/use-node-names.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './ReleasePage.module.css'

/** Later changes of other users, which stay as they are. */
export function UntouchedItems({ left }: { left: StaffResponse<'release'>['left'] }) {
  const t = useTranslate()
  const { fullName } = useNodeNames()
  return (
    <ul className={css.left}>
      {left.map((node) => (
        <li key={`${node.kind} ${node.subject}`}>
          {fullName({ ...node, after: node.value ?? null })}
          <br />
          <span className={css.soft}>
            {node.release && node.by ? (
              <BackofficeLink to={`/backoffice/releases/${node.release.id}`}>
                {t('release.leftBy', { name: node.by.name, release: node.release.name })}
              </BackofficeLink>
            ) : (
              t('release.leftByOther')
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

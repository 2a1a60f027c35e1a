import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { BackofficeIcon, type BackofficeIconName } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { PageBody } from '#backoffice/kit/page/PageBody.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import type { Permission } from '#domain/staff/permissions.ts'

import css from './SettingsPage.module.css'

type Setting = {
  to: string
  label: MessageKey
  description: MessageKey
  icon: BackofficeIconName
  /** One of these is enough, as for the page itself. */
  permissions: readonly Permission[]
}

const GROUPS: readonly (readonly [MessageKey, readonly Setting[]])[] = [
  [
    'settings.people',
    [
      {
        to: '/backoffice/staff',
        label: 'staff',
        description: 'settings.about.staff',
        icon: 'staff',
        permissions: ['staff.manage'],
      },
      {
        to: '/backoffice/roles',
        label: 'roles.title',
        description: 'settings.about.roles',
        icon: 'shield',
        permissions: ['staff.manage'],
      },
    ],
  ],
  [
    'settings.connections',
    [
      {
        to: '/backoffice/staff/api-tokens',
        label: 'apiTokens.title',
        description: 'settings.about.apiTokens',
        icon: 'key',
        permissions: ['staff.manage'],
      },
      {
        to: '/backoffice/webhooks',
        label: 'webhook.title',
        description: 'settings.about.webhooks',
        icon: 'webhook',
        permissions: ['webhook.manage'],
      },
    ],
  ],
  [
    'settings.records',
    [
      {
        to: '/backoffice/privacy',
        label: 'retention',
        description: 'settings.about.privacy',
        icon: 'shield',
        permissions: ['retention.run'],
      },
      {
        to: '/backoffice/audit',
        label: 'audit',
        description: 'settings.about.audit',
        icon: 'audit',
        permissions: ['audit.read', 'audit.own'],
      },
    ],
  ],
  [
    'settings.system',
    [
      {
        to: '/backoffice/background-jobs',
        label: 'backgroundJobs',
        description: 'settings.about.jobs',
        icon: 'work',
        permissions: [],
      },
      {
        to: '/backoffice/simulations',
        label: 'simulation.title',
        description: 'settings.about.simulations',
        icon: 'release',
        permissions: ['channel.read'],
      },
    ],
  ],
]

/** The pages of the settings that the role may open, by group and with one line about each. */
export function SettingsPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const mayOpen = ({ permissions }: Setting) =>
    permissions.length === 0 ||
    permissions.some((permission) => staff.permissions.includes(permission))
  return (
    <>
      <PageHead title={t('nav.settings')} />
      <PageBody width="form">
        {GROUPS.map(([title, settings]) => {
          const allowedSettings = settings.filter(mayOpen)
          return allowedSettings.length === 0 ? null : (
            <Card key={title} title={t(title)}>
              <ul className={css.pages}>
                {allowedSettings.map(({ to, label, description, icon }) => (
                  <li key={to}>
                    <BackofficeIcon name={icon} />
                    <span>
                      <BackofficeLink to={to}>{t(label)}</BackofficeLink>
                      <span className={css.soft}>{t(description)}</span>
                    </span>
                  </li>
                ))}
              </ul>
            </Card>
          )
        })}
      </PageBody>
    </>
  )
}

import { ChannelsField } from '#backoffice/kit/form/ChannelsField.tsx'
import { FormCheckbox, FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import { type Role, ROLES } from '#domain/staff/permissions.ts'

import css from './ColleagueFields.module.css'

export type ColleagueValues = { name: string; role: Role; channels: string[] }

/** The fields of a staff member that an owner sets. */
export function ColleagueFields({
  values,
  type,
}: {
  values: ColleagueValues
  type: (part: Partial<ColleagueValues>) => void
}) {
  const t = useTranslate()
  return (
    <>
      <FormField
        label={t('name')}
        required
        maxLength={200}
        value={values.name}
        onChange={({ target }) => type({ name: target.value })}
      />
      <FormSelect
        label={t('role')}
        value={values.role}
        onChange={({ target }) => type({ role: target.value as Role })}
      >
        {ROLES.map((role) => (
          <option key={role} value={role}>
            {t(`role.${role}`)}
          </option>
        ))}
      </FormSelect>
      {values.role === 'owner' ? (
        <p className={css.soft}>{t('ownerEverywhere')}</p>
      ) : (
        <>
          <ChannelsField
            leaveOut={SHARED_CHANNEL}
            chosen={values.channels}
            choose={(channels) => type({ channels })}
          />
          <FormCheckbox
            checked={values.channels.includes(SHARED_CHANNEL)}
            onChange={({ target }) =>
              type({
                channels: target.checked
                  ? [...values.channels, SHARED_CHANNEL].toSorted()
                  : values.channels.filter((id) => id !== SHARED_CHANNEL),
              })
            }
          >
            {t('sharedTextsToo')}
          </FormCheckbox>
        </>
      )}
    </>
  )
}

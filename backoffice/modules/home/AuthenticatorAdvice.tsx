import { useState } from 'react'

import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { saveSetting, readSetting } from '#backoffice/staff-storage.ts'
import { addDays, dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'

import css from './HomePage.module.css'

const PUT_OFF_DAYS = 30

/** Why an authenticator app is worth it. In this browser it can be put off for 30 days. */
export function AuthenticatorAdvice({ staff }: { staff: string }) {
  const t = useTranslate()
  const name = `authenticator-advice.${staff}`
  const [today] = useState(() => dayAt(Date.now(), DEFAULT_ZONE))
  const [hiddenUntil, setHiddenUntil] = useState(() => readSetting(name) ?? '')
  if (today < hiddenUntil) return null
  return (
    <p className={css.advice}>
      <BackofficeIcon name="shield" />
      <span>{t('authenticatorAdvice')}</span>
      <BackofficeLink to="/backoffice/account">{t('setUpAuthenticator')}</BackofficeLink>
      <ActionButton
        small
        variant="plain"
        onClick={() => {
          const day = addDays(today, PUT_OFF_DAYS)
          saveSetting(name, day)
          setHiddenUntil(day)
        }}
      >
        {t('remindLater', { count: PUT_OFF_DAYS })}
      </ActionButton>
    </p>
  )
}

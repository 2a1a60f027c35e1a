import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { AppCode } from '#backoffice/kit/sign-in/AppCode.tsx'
import { RecoveryCodes } from '#backoffice/modules/staff/account/RecoveryCodes.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from '../../../kit/sign-in/Account.module.css'

type TotpSetup = { secret: string; uri: string }

/** The authenticator app: set up, show once, replace, remove. */
export function TwoFactor() {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('factors', {}))
  const app = useAppSetup()
  return (
    <Card title={t('factor.app')}>
      <div className={css.part}>
        {data && !app.isUnderWay ? (
          <StatusMark kind={data.totp ? 'done' : 'warn'}>
            {data.totp
              ? t('authenticatorOn', { count: data.recovery_codes_left })
              : t('authenticatorMissing')}
          </StatusMark>
        ) : null}
        <AppSetup app={app} />
        {data && !app.isUnderWay ? (
          data.totp ? (
            <AppActions onCodes={app.showCodes} hasUnsavedCodes={!data.recovery_codes_saved} />
          ) : (
            <StartAppSetup onStarted={app.start} />
          )
        ) : null}
      </div>
    </Card>
  )
}

/** The progress of setting up an app: first its secret, then the recovery codes. */
export function useAppSetup(onSetUp?: () => void) {
  const [setup, start] = useState<TotpSetup | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  return {
    setup,
    codes,
    isUnderWay: setup !== null || codes !== null,
    start,
    /** Another tab has set up an app. */
    onAlreadySetUp: onSetUp,
    showCodes: (codes: string[]) => {
      start(null)
      setCodes(codes)
    },
    end: () => {
      setCodes(null)
      onSetUp?.()
    },
  }
}

const STEPS = ['appStep.scan', 'appStep.enter', 'appStep.save'] as const

/** The current step of the set-up, below a list of all three. The code is scanned and entered on one form. */
export function AppSetup({ app }: { app: ReturnType<typeof useAppSetup> }) {
  const t = useTranslate()
  if (!app.isUnderWay) return null
  const isSaveStep = app.codes !== null
  return (
    <>
      <ol className={css.steps} aria-label={t('appStep.all')}>
        {STEPS.map((step) => (
          <li
            key={step}
            aria-current={(step === 'appStep.save') === isSaveStep ? 'step' : undefined}
          >
            {t(step)}
          </li>
        ))}
      </ol>
      {app.codes ? <RecoveryCodes codes={app.codes} onSaved={app.end} /> : null}
      {app.setup ? (
        <ConfirmForm
          setup={app.setup}
          onDone={app.showCodes}
          onAlreadySetUp={app.onAlreadySetUp}
          onDiscard={() => app.start(null)}
        />
      ) : null}
    </>
  )
}

export function StartAppSetup({
  onStarted,
  main = false,
}: {
  onStarted: (setup: TotpSetup) => void
  main?: boolean
}) {
  const t = useTranslate()
  const action = useAction('startTotp')
  return (
    <>
      {action.failure ? <Notice kind="bad">{action.failure}</Notice> : null}
      <ActionButton
        variant={main ? 'main' : 'quiet'}
        busy={action.busy}
        onClick={() => void action.run({}).then((setup) => setup && onStarted(setup))}
      >
        {t('setUpAuthenticator')}
      </ActionButton>
    </>
  )
}

function ConfirmForm({
  setup,
  onDone,
  onAlreadySetUp,
  onDiscard,
}: {
  setup: TotpSetup
  onDone: (codes: string[]) => void
  onAlreadySetUp: (() => void) | undefined
  onDiscard: () => void
}) {
  const t = useTranslate()
  const action = useAction('confirmTotp', { done: () => t('authenticatorAdded') })
  const [totp, setTotp] = useState('')
  const isAlreadySetUp = action.refusal?.refused === 'factor-is-set'
  useEffect(() => {
    if (isAlreadySetUp) onAlreadySetUp?.()
    // The handler can be a new function on each render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isAlreadySetUp])
  return (
    <Form
      title={t('scanCode')}
      submit={t('confirm')}
      failure={action.failure}
      busy={action.busy}
      changed
      onDiscard={onDiscard}
      onSubmit={async () => {
        const done = await action.run({ totp })
        if (done) onDone(done.recovery_codes)
      }}
    >
      <AppCode
        setup={setup}
        texts={{ picture: t('qrCode'), secret: t('orEnterKey'), code: t('appCode') }}
        totp={totp}
        onTotp={setTotp}
      />
    </Form>
  )
}

function AppActions({
  onCodes,
  hasUnsavedCodes,
}: {
  onCodes: (codes: string[]) => void
  hasUnsavedCodes: boolean
}) {
  const t = useTranslate()
  const renew = useAction('newRecoveryCodes')
  const remove = useAction('removeTotp', { done: () => t('appRemoved') })
  const failure = renew.failure ?? remove.failure
  return (
    <>
      {hasUnsavedCodes ? <Notice kind="warn">{t('recovery.unsaved')}</Notice> : null}
      {failure ? <Notice kind="bad">{failure}</Notice> : null}
      <div className={css.actions}>
        <ActionButton
          variant={hasUnsavedCodes ? 'main' : 'quiet'}
          busy={renew.busy}
          onClick={() =>
            void renew.run({}).then((renewed) => renewed && onCodes(renewed.recovery_codes))
          }
        >
          {t('newCodes')}
        </ActionButton>
        <ActionButton variant="bad" busy={remove.busy} onClick={() => void remove.run({})}>
          {t('removeApp')}
        </ActionButton>
      </div>
      <p className={css.soft}>{t('newCodesHelp')}</p>
    </>
  )
}

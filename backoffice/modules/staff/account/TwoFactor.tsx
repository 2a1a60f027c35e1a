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

type Begun = { secret: string; uri: string }

/** The authenticator app: set up, show once, replace, remove. */
export function TwoFactor() {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('factors', {}))
  const app = useAppSetup()
  return (
    <Card title={t('factor.app')}>
      <div className={css.part}>
        {data && !app.underWay ? (
          <StatusMark kind={data.totp ? 'done' : 'warn'}>
            {data.totp
              ? t('authenticatorOn', { count: data.recovery_codes_left })
              : t('authenticatorMissing')}
          </StatusMark>
        ) : null}
        <AppSetup app={app} />
        {data && !app.underWay ? (
          data.totp ? (
            <Change onCodes={app.show} unsaved={!data.recovery_codes_saved} />
          ) : (
            <StartAppSetup onStarted={app.begin} />
          )
        ) : null}
      </div>
    </Card>
  )
}

/** How far the set-up of an app is: its secret, then the recovery codes. */
export function useAppSetup(onSetUp?: () => void) {
  const [begun, begin] = useState<Begun | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  return {
    begun,
    codes,
    underWay: begun !== null || codes !== null,
    begin,
    /** Another tab has set up an app. */
    taken: onSetUp,
    show: (codes: string[]) => {
      begin(null)
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
  if (!app.underWay) return null
  return (
    <>
      <ol className={css.steps} aria-label={t('appStep.all')}>
        {STEPS.map((step) => (
          <li
            key={step}
            aria-current={(step === 'appStep.save') === (app.codes !== null) ? 'step' : undefined}
          >
            {t(step)}
          </li>
        ))}
      </ol>
      {app.codes ? <RecoveryCodes codes={app.codes} onSaved={app.end} /> : null}
      {app.begun ? (
        <Confirm
          begun={app.begun}
          onDone={app.show}
          onTaken={app.taken}
          onDiscard={() => app.begin(null)}
        />
      ) : null}
    </>
  )
}

export function StartAppSetup({
  onStarted,
  main = false,
}: {
  onStarted: (begun: Begun) => void
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
        onClick={() => void action.run({}).then((begun) => begun && onStarted(begun))}
      >
        {t('setUpAuthenticator')}
      </ActionButton>
    </>
  )
}

function Confirm({
  begun,
  onDone,
  onTaken,
  onDiscard,
}: {
  begun: Begun
  onDone: (codes: string[]) => void
  onTaken: (() => void) | undefined
  onDiscard: () => void
}) {
  const t = useTranslate()
  const action = useAction('confirmTotp', { done: () => t('authenticatorAdded') })
  const [totp, setTotp] = useState('')
  const isTaken = action.refusal?.refused === 'factor-is-set'
  useEffect(() => {
    if (isTaken) onTaken?.()
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isTaken])
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
        setup={begun}
        texts={{ picture: t('qrCode'), secret: t('orEnterKey'), code: t('appCode') }}
        totp={totp}
        onTotp={setTotp}
      />
    </Form>
  )
}

function Change({ onCodes, unsaved }: { onCodes: (codes: string[]) => void; unsaved: boolean }) {
  const t = useTranslate()
  const renew = useAction('newRecoveryCodes')
  const remove = useAction('removeTotp', { done: () => t('appRemoved') })
  const failure = renew.failure ?? remove.failure
  return (
    <>
      {unsaved ? <Notice kind="warn">{t('recovery.unsaved')}</Notice> : null}
      {failure ? <Notice kind="bad">{failure}</Notice> : null}
      <div className={css.actions}>
        <ActionButton
          variant={unsaved ? 'main' : 'quiet'}
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

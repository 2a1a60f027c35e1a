import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { AppCode } from '#backoffice/account/AppCode.tsx'
import { deskQuery } from '#backoffice/desk-queries.ts'
import { DeskButton } from '#backoffice/parts/DeskButton.tsx'
import { Form } from '#backoffice/parts/Form.tsx'
import { Notice } from '#backoffice/parts/Notice.tsx'
import { StateMark } from '#backoffice/parts/StateMark.tsx'
import { useDeed } from '#backoffice/use-deed.ts'
import { useSay } from '#backoffice/words/desk-words.tsx'

import css from './AccountPage.module.css'

type Begun = { secret: string; uri: string }

/** The app beside the password: set up, shown once, made anew, taken away. */
export function SecondFactor() {
  const say = useSay()
  const { data } = useQuery(deskQuery('factors', {}))
  const [begun, setBegun] = useState<Begun | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  return (
    <section className={css.part} aria-label={say('secondFactor')}>
      <h2>{say('secondFactor')}</h2>
      {data ? (
        <StateMark kind={data.totp ? 'done' : 'warn'}>
          {data.totp ? say('appIsSet', { count: data.recovery_codes_left }) : say('appIsNotSet')}
        </StateMark>
      ) : null}
      {codes ? <RecoveryCodes codes={codes} onSeen={() => setCodes(null)} /> : null}
      {begun ? (
        <Confirm
          begun={begun}
          onDone={(codes) => {
            setBegun(null)
            setCodes(codes)
          }}
          onDiscard={() => setBegun(null)}
        />
      ) : null}
      {data && !begun && !codes ? (
        data.totp ? (
          <Change onCodes={setCodes} />
        ) : (
          <Begin onBegun={setBegun} />
        )
      ) : null}
    </section>
  )
}

function Begin({ onBegun }: { onBegun: (begun: Begun) => void }) {
  const say = useSay()
  const deed = useDeed('beginTotp')
  return (
    <>
      {deed.wrong ? <Notice kind="bad">{deed.wrong}</Notice> : null}
      <DeskButton
        busy={deed.busy}
        onClick={() => void deed.run({}).then((begun) => begun && onBegun(begun))}
      >
        {say('setApp')}
      </DeskButton>
    </>
  )
}

function Confirm({
  begun,
  onDone,
  onDiscard,
}: {
  begun: Begun
  onDone: (codes: string[]) => void
  onDiscard: () => void
}) {
  const say = useSay()
  const deed = useDeed('confirmTotp', { done: () => say('appSet') })
  const [totp, setTotp] = useState('')
  return (
    <Form
      title={say('scanIt')}
      submit={say('confirm')}
      wrong={deed.wrong}
      busy={deed.busy}
      changed
      onDiscard={onDiscard}
      onSubmit={async () => {
        const done = await deed.run({ totp })
        if (done) onDone(done.recovery_codes)
      }}
    >
      <AppCode
        begun={begun}
        words={{ picture: say('qrCode'), secret: say('orType'), code: say('appCode') }}
        totp={totp}
        onTotp={setTotp}
      />
    </Form>
  )
}

function Change({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const say = useSay()
  const anew = useDeed('newRecoveryCodes')
  const remove = useDeed('removeTotp', { done: () => say('appRemoved') })
  const wrong = anew.wrong ?? remove.wrong
  return (
    <>
      {wrong ? <Notice kind="bad">{wrong}</Notice> : null}
      <div className={css.deeds}>
        <DeskButton
          busy={anew.busy}
          onClick={() => void anew.run({}).then((made) => made && onCodes(made.recovery_codes))}
        >
          {say('newCodes')}
        </DeskButton>
        <DeskButton look="bad" busy={remove.busy} onClick={() => void remove.run({})}>
          {say('removeApp')}
        </DeskButton>
      </div>
      <p className={css.soft}>{say('newCodesHelp')}</p>
    </>
  )
}

function RecoveryCodes({ codes, onSeen }: { codes: string[]; onSeen: () => void }) {
  const say = useSay()
  return (
    <Notice kind="warn">
      <p>{say('recoveryHelp')}</p>
      <ul className={css.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <DeskButton little onClick={onSeen}>
        {say('haveThem')}
      </DeskButton>
    </Notice>
  )
}

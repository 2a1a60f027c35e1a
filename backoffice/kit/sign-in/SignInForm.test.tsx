import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { SignInForm } from '#backoffice/kit/sign-in/SignInForm.tsx'
import type { SignInResult, SignInInput } from '#backoffice/kit/sign-in/try-sign-in.ts'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'

/** Renders the form. Its attempts return these results one after the other. */
async function renderWithResults(...results: SignInResult<string>[]) {
  const sent: SignInInput[] = []
  const onSignedIn = vi.fn()
  const attempt = async (typed: SignInInput) => {
    sent.push(typed)
    return results.shift() ?? ({ kind: 'wrong' } as const)
  }
  const user = await renderBackoffice(
    <SignInForm attempt={attempt} help="Lost your phone?" onSignedIn={onSignedIn} />,
  )
  return { sent, onSignedIn, user }
}

const code = () => screen.queryByLabelText(en('appCode'))

it('asks for a code only after the right password, and sends both (PRODUCT-14)', async () => {
  const { sent, onSignedIn, user } = await renderWithResults(
    { kind: 'wrong' },
    { kind: 'needs-code' },
    { kind: 'wrong' },
    { kind: 'signed-in', who: 'Olga' },
  )
  expect(code()).toBeNull()
  await user.type(screen.getByLabelText(en('mail')), 'olga@example.com')
  await user.type(screen.getByLabelText(en('password')), 'not this one{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain(en('signInWrong'))
  expect(code()).toBeNull()
  await user.clear(screen.getByLabelText(en('password')))
  await user.type(screen.getByLabelText(en('password')), 'the right one{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(code()))
  expect(screen.queryByRole('alert')).toBeNull()
  await user.type(screen.getByLabelText(en('appCode')), '000000{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain(en('wrongCodeHere'))
  await user.clear(screen.getByLabelText(en('appCode')))
  await user.type(screen.getByLabelText(en('appCode')), '123456{Enter}')
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith('Olga'))
  expect(sent.at(-1)).toEqual({
    email: 'olga@example.com',
    password: 'the right one',
    totp: '123456',
  })
})

it('signs in an account without an app by its password alone (PRODUCT-14)', async () => {
  const { sent, onSignedIn, user } = await renderWithResults({ kind: 'signed-in', who: 'Olga' })
  await user.type(screen.getByLabelText(en('mail')), 'olga@example.com')
  await user.type(screen.getByLabelText(en('password')), 'the right one{Enter}')
  await waitFor(() => expect(onSignedIn).toHaveBeenCalled())
  expect(sent).toEqual([{ email: 'olga@example.com', password: 'the right one', totp: '' }])
})

it('returns from the code to the password', async () => {
  const { user } = await renderWithResults({ kind: 'needs-code' })
  await user.type(screen.getByLabelText(en('mail')), 'olga@example.com')
  await user.type(screen.getByLabelText(en('password')), 'the right one{Enter}')
  await user.click(await screen.findByRole('button', { name: en('backToPassword') }))
  expect(code()).toBeNull()
  expect(screen.getByLabelText(en('password'))).toBeTruthy()
})

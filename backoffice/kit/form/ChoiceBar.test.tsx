import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'

import { ChoiceBar } from '#backoffice/kit/form/ChoiceBar.tsx'
import { renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'

function Width() {
  const [chosen, choose] = useState<'desktop' | 'phone'>('desktop')
  return (
    <ChoiceBar
      label="Width"
      chosen={chosen}
      choices={[
        { value: 'desktop', name: 'Desktop' },
        { value: 'phone', name: 'Phone' },
      ]}
      onChoose={choose}
    />
  )
}

it('changes the choice by click and by arrow keys (PRODUCT-7)', async () => {
  const user = await renderBackoffice(<Width />)
  const isChosen = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name }).checked
  expect(isChosen('Desktop')).toBe(true)
  await user.click(screen.getByText('Phone'))
  expect(isChosen('Phone')).toBe(true)
  await user.keyboard('{ArrowLeft}')
  expect(isChosen('Desktop')).toBe(true)
})

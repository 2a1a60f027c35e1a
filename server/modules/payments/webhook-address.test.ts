import { expect, it } from 'vitest'

import { isPublicHost } from '#server/modules/payments/webhook-address.ts'

const hostOf = (url: string) => new URL(url).hostname

it.each([
  'http://localhost:3000',
  'http://shop.localhost',
  'http://LOCALHOST.',
  'http://shop',
  'http://giftpoint-web:3000',
  'http://shop.local',
  'http://shop.internal',
  'http://host.docker.internal',
  'http://shop.lan',
  'http://nas.home.arpa',
  'https://shop.test',
  'https://shop.example',
  'http://0.0.0.0',
  'http://10.1.2.3',
  'http://100.64.0.1',
  'http://127.1.2.3',
  'http://169.254.1.1',
  'http://172.16.0.1',
  'http://172.31.255.255',
  'http://192.168.1.5',
  'http://198.18.0.1',
  'http://203.0.113.9',
  'http://224.0.0.1',
  'http://255.255.255.255',
  'http://2130706433',
  'http://[::1]:3000',
  'http://[::]',
  'http://[fd00::1]',
  'http://[fe80::1]',
  'http://[2001:db8::1]',
  'http://[::ffff:192.168.1.5]',
])('is not sent to the provider if it cannot call it: %s (B40)', (url) => {
  expect(isPublicHost(hostOf(url))).toBe(false)
})

it.each([
  'https://cadeaus.giftpoint.nl',
  'https://giftpoint.nl.',
  'https://localhost.giftpoint.nl',
  'https://mylocal.nl',
  'http://172.32.0.1',
  'http://100.128.0.1',
  'http://8.8.8.8',
  'http://[2a00:1450::1]',
  'http://[::ffff:8.8.8.8]',
])('is sent to the provider if it can call it: %s (B40)', (url) => {
  expect(isPublicHost(hostOf(url))).toBe(true)
})

import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

import type { FakeTls } from '#server/testing/fakes/fake-service.ts'

const SEQUENCE = 0x30
const SET = 0x31
const INTEGER = 0x02
const BIT_STRING = 0x03
const UTF8 = 0x0c
const UTC_TIME = 0x17
const VERSION = 0xa0

/** Object identifiers: ecdsa-with-SHA256 and commonName. */
const SIGNATURE_ALGORITHM = Buffer.from('06082a8648ce3d040302', 'hex')
const COMMON_NAME = Buffer.from('0603550403', 'hex')

/**
 * A self-signed certificate and its key, valid for an hour. Created per run, so that no key is stored in the
 * repository.
 */
export function temporaryCertificate(name: string): FakeTls {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const algorithm = der(SEQUENCE, SIGNATURE_ALGORITHM)
  const distinguishedName = der(
    SEQUENCE,
    der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8, Buffer.from(name)))),
  )
  const content = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    distinguishedName,
    der(SEQUENCE, utcTime(-60_000), utcTime(3_600_000)),
    distinguishedName,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = createSign('sha256').update(content).sign(privateKey)
  const certificate = der(
    SEQUENCE,
    content,
    algorithm,
    der(BIT_STRING, Buffer.concat([Buffer.from([0]), signature])),
  )
  const lines = certificate.toString('base64').replaceAll(/.{1,64}/g, '$&\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`,
  }
}

/** An ASN.1 value in DER: tag, length, content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

function utcTime(fromNowMs: number): Buffer {
  const digits = new Date(Date.now() + fromNowMs).toISOString().replaceAll(/\D/g, '')
  return der(UTC_TIME, Buffer.from(`${digits.slice(2, 14)}Z`))
}

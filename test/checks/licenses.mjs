// Every installed package has a license that the product may ship with (run time) or be built with (everything else).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const runTimeLicenses = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD', 'MIT-0', 'Unlicense', 'BlueOak-1.0.0'];
const buildTimeLicenses = [...runTimeLicenses, 'MPL-2.0', 'CC-BY-4.0', 'Python-2.0', 'CC0-1.0'];
/** Packages whose package.json names no license; a person read the LICENSE file. */
const licensesByHand = { 'node_modules/pause': 'MIT' };

const isAllowed = (expression, allowed) =>
  expression
    .replace(/[()]/g, '')
    .split(/ OR /)
    .some((way) => way.split(/ AND /).every((one) => allowed.includes(one.trim())));

function licenseOf(place, entry) {
  const { license, licenses } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
  const given = entry.license ?? license ?? licenses;
  if (typeof given === 'string') return given;
  if (Array.isArray(given)) return given.map((one) => one.type ?? one).join(' OR ');
  if (given?.type) return given.type;
  const file = readdirSync(place).find((name) => /^licen[cs]e/i.test(name));
  const text = file ? readFileSync(join(place, file), 'utf8') : '';
  return licensesByHand[place] ?? (/Permission is hereby granted, free of charge/.test(text) ? 'MIT' : 'unknown');
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const faults = [];
for (const [place, entry] of Object.entries(packages)) {
  if (place === '' || entry.link) continue;
  let license;
  try {
    license = licenseOf(place, entry);
  } catch {
    continue; // for another platform, not installed here
  }
  if (!isAllowed(license, entry.dev ? buildTimeLicenses : runTimeLicenses))
    faults.push(`${place}: ${license}${entry.dev ? '' : ' (run time)'}`);
}
for (const fault of faults) console.error(`license not allowed: ${fault}`);
if (faults.length > 0) process.exit(1);

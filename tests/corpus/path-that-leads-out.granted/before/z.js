import { load } from './load.js';

load('../t' + process.argv[2]);

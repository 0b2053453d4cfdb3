import './b.js';
import './a.js';

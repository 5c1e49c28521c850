#pragma once
inline int größe(int zahl) { return zahl; }
